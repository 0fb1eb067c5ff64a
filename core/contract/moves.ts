import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The rule for a person's rows in a table when the person moves to another company. */
export type RowsOnMove =
  /** They stay with the old membership. */
  | 'stays'
  /** They are deleted: they mean nothing outside the company. */
  | 'ends'
  /** They move along. `when` (SQL on a row `t`, with {to} for the new membership) selects which; the others stay. */
  | { readonly goes: true; readonly when?: string }
  /** They follow the row that this column refers to: a parent, or another plugin's row (`references` of `carried`). */
  | { readonly with: string }

/** Messages with {count} for the preview: rows that move, stay or are deleted, and rows that both accounts have. */
export interface MoveWords {
  readonly goes?: string
  readonly stays?: string
  readonly ends?: string
  readonly merged?: string
  readonly twice?: string
}

/**
 * Rules for a plugin's personal tables when a person moves to another company or when two accounts are merged. Every personal table must be
 * listed; the check `assertMovesDecided` finds those that are not. In a merge rows get the kept account's id. A row that the kept account
 * already has (by a unique key) is deleted with the other account.
 */
export interface MoveRules {
  readonly tables: Readonly<Record<string, RowsOnMove>>
  /** Messages for the preview, per table. */
  readonly words?: Readonly<Record<string, MoveWords>>
  /** Append-only tables: in a merge their rows are copied instead of updated. */
  readonly neverChanged?: readonly string[]
  /** Runs before rows move, in the old company's scope and outside a transaction, for work that only the old company can do. */
  readonly prepare?: (membershipId: number) => Promise<void>
  /** Runs before two memberships of a company are merged, in its scope: resolves rows that both have and only one may have. */
  readonly reconcile?: (trx: TransactionClientContract, memberships: { kept: number; gone: number }) => Promise<void>
  /** Runs after rows moved or were merged, in the scope of each company: updates derived data. */
  readonly settle?: (trx: TransactionClientContract, membershipId: number) => Promise<void>
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** What becomes of the rows of a personal table when its person goes to another company. */
export type RowsOnMove =
  /** They stay with who the person was in the company that they leave. */
  | 'stays'
  /** They end: they mean nothing without the company. */
  | 'ends'
  /** They go along; `when` (SQL over a row `t`, with {to} for the membership that they come to) says which, the others stay. */
  | { readonly goes: true; readonly when?: string }
  /** They go where the row goes that this column names: one of a parent, or another plugin's (`references` of `carried`). */
  | { readonly with: string }

/** Messages with {count}: what goes along, what stays and why, what ends; what two accounts both have. */
export interface MoveWords {
  readonly goes?: string
  readonly stays?: string
  readonly ends?: string
  readonly merged?: string
  readonly twice?: string
}

/**
 * What a plugin's personal tables do when a person goes to another company, or when two accounts turn out to be one person. Every personal table
 * is named: the check `assertMovesDecided` finds those that are not. In a merge the key moves by itself, and a row that the kept account has
 * already (a unique key says so) goes with the other account.
 */
export interface MoveRules {
  readonly tables: Readonly<Record<string, RowsOnMove>>
  /** Said before it happens, of the tables that a person would name. */
  readonly words?: Readonly<Record<string, MoveWords>>
  /** Tables whose rows are never changed: in a merge they are written again. */
  readonly neverChanged?: readonly string[]
  /** Before rows go, in the scope of the company that they leave and outside any transaction: what can be made there alone. */
  readonly prepare?: (membershipId: number) => Promise<void>
  /** Before two memberships of one company become one, in its scope: what both have and only one may have. */
  readonly reconcile?: (trx: TransactionClientContract, memberships: { kept: number; gone: number }) => Promise<void>
  /** After rows came, went or were joined, in the scope of that company: what follows of the rows is made right. */
  readonly settle?: (trx: TransactionClientContract, membershipId: number) => Promise<void>
}

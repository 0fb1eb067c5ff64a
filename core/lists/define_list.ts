import vine from '../http/validation.js'
import type { Access } from '../contract/access.js'
import type { BulkActionDefinition, CellValue, ColumnKind, ListedRow, MemberOrder, Narrowable, RowDone } from '../contract/lists.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { acrossCompanies, withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { dayRange } from './day_filter.js'
import { type ListQuery, type Page, listQueryFields } from './list_query.js'

/** One column of the screen, the file, and the query's `sort`. */
export interface ListColumn<Row> {
  /** Unique in the list. Also the name it sorts by and the field in the response. */
  readonly key: string
  readonly kind: ColumnKind
  /** Message. */
  readonly label: string
  /** The value in the file. @param lang the reader's language */
  readonly value: (row: Row, lang: string) => CellValue
  readonly sortable?: boolean
  /** Whether it is shown by default; default true. */
  readonly visible?: boolean
  /** `screen`: left out of the file, because other columns say it. `file`: only in the file. Default both. */
  readonly in?: 'screen' | 'file'
  /** Value → message, of a `choice`. */
  readonly choices?: Readonly<Record<string, string>>
}

/** A column that depends on the data, such as one per course. Only in the file; the screen is the plugin's own. */
export interface DataColumn<Row> {
  readonly key: string
  readonly kind: ColumnKind
  /** Plain text, not a message id. */
  readonly header: string
  readonly value: (row: Row) => CellValue
}

/** The values of a filter; the query's validator is made of it. */
export interface ListFilter {
  readonly label: string
  /** `choice`: the request has an array of values, any of which may match. `days`: see core/contract/day_range.ts. */
  readonly kind: 'choice' | 'flag' | 'id' | 'days'
  readonly choices?: Readonly<Record<string, string>>
  /** For `choice`: only one value at a time, because two together would match everything. */
  readonly one?: boolean
  /** For `days`: the `date` or `timestamptz` in SQL. The list adds the condition by itself. */
  readonly column?: string
  readonly of?: 'day' | 'moment'
  /** For `days`: the direction offered first. Default past. */
  readonly when?: 'past' | 'coming'
}

/** SQL columns of a row. `membershipId` only where rows are about a person, or `among` several. */
export interface RowColumns {
  id: string
  companyId: string
  membershipId?: string
  /** For rows about several people: wraps a condition on `membershipId` so that it holds for one of them. */
  among?: (condition: string) => string
}

/** Conditions that other plugins add, on the row's columns. */
export type Narrow = (query: Narrowable, columns: RowColumns) => void

/** A validated list query. `order` is set when `sort` names another plugin's column. */
export type ListRequest = Omit<ListQuery, 'per_page'> & { per_page?: number; narrow?: Narrow[]; order?: MemberOrder } & Record<
    string,
    unknown
  >

/** Rows as SQL, for a statement that combines several lists: `select id, by`, and the order of a page over them as `s`. */
export interface GlanceSql {
  readonly sql: string
  readonly bindings: readonly unknown[]
  readonly inLine: string
}

/** The source of the rows. Everything runs in the scope that `reach` opens. */
export interface ListSource<Row> {
  /** Whether its rows are about a person, so that every filter over people applies. */
  readonly ofPeople?: boolean
  /** Whether its rows are memberships, which can also be sorted by other plugins' columns. */
  readonly takesOrders?: boolean
  /** Whether rows have a company (`companyId`), so that a person who sees all companies can narrow the list to one. */
  readonly ofCompanies?: boolean
  page(query: ListRequest): Promise<Page<Row>>
  /**
   * The rows of a query without a search, in the list's own order. Without it a page is asked for. A wrapper that narrows the source
   * narrows this too.
   */
  glance?(query: ListRequest): GlanceSql
  /** The current number of rows, counted without the cache. */
  count(query: ListRequest): Promise<number>
  /** All rows in the page's order, in batches. */
  batches(query: ListRequest): AsyncIterable<Row[]>
  /** Ids after an id, ordered by id. @param only limits them to these */
  ids(query: ListRequest, past: number, limit: number, only?: readonly number[]): Promise<ListedRow[]>
}

export interface ListDefinition<Row, F extends Record<string, ListFilter> = Record<string, ListFilter>> {
  /** `<plugin>.<rows>`. */
  readonly name: string
  /** Message id of the file's name and of what the rows are. */
  readonly title: string
  readonly access: Access
  readonly columns: readonly ListColumn<Row>[]
  /** More columns of the file, read for each file in the scope of the list. @param language of the reader */
  readonly columnsOf?: (query: ListRequest, language: string) => Promise<readonly DataColumn<Row>[]>
  readonly filters: F
  readonly source: ListSource<Row>
  readonly idOf: (row: Row) => number
  readonly companyOf: (row: Row) => number
  readonly actions?: readonly BulkActionDefinition[]
  /** Names of rows, for the results of a bulk action. */
  readonly namesOf?: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** `admins`: every company, for admins only. Default: the person's own company, or all for an admin. */
  readonly reach?: 'admins'
}

/** The argument of an action's `run`. */
export interface ActionRow<I = unknown> {
  readonly id: number
  readonly trx: TransactionClientContract
  readonly session: Session
  /** The action's validated input. */
  readonly input: I
}

/** Declares a list with its types checked. Name it in the plugin's `lists`. */
export function defineList<Row, const F extends Record<string, ListFilter>>(list: ListDefinition<Row, F>): ListDefinition<Row, F> {
  return list
}

/**
 * Declares a bulk action with its types checked. Name it in `actions` of a list or an extension. `K` is the data it stores for its undo.
 */
export function defineAction<I extends object = never, K extends object = never>(
  action: Omit<BulkActionDefinition, 'run' | 'input' | 'about' | 'undo'> & {
    input?: { validate(data: unknown): Promise<I> }
    about?: (input: I, session: Session) => Promise<string>
    run: (row: ActionRow<I>) => Promise<RowDone<K>>
    undo?: string | { label: string; run: (row: ActionRow<I> & { readonly kept: K }) => Promise<RowDone> }
  },
): BulkActionDefinition {
  return action as unknown as BulkActionDefinition
}

/** Runs `fn` over the rows this person may see. An admin's access is audited. @param what `list`, `export`, or an action */
export function inReach<T, Row>(
  list: Pick<ListDefinition<Row>, 'name' | 'reach'>,
  session: Session,
  what: string,
  fn: () => Promise<T>,
): Promise<T> {
  const reason = `${list.name}.${what}`
  return list.reach === 'admins' ? acrossCompanies(session, reason, fn) : withinReach(session, reason, fn)
}

/** The values of a choice in a query string: `busy,failed` means any of them. */
export const severalOf = (values: readonly string[]) =>
  vine
    .array(vine.enum(values))
    .parse((given) => (typeof given === 'string' ? [...new Set(given.split(','))] : given))
    .minLength(1)
    .maxLength(50)
    .optional()

const fieldOf = ({ kind, choices = {}, one }: ListFilter) => {
  if (kind === 'flag') return vine.queryBoolean().optional()
  if (kind === 'id') return vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional()
  if (kind === 'days') return dayRange().optional()
  return one ? vine.enum(Object.keys(choices)).optional() : severalOf(Object.keys(choices))
}

/**
 * The fields of a list's query string, made from its definition: `page`, `per_page`, `sort`, `search`, each filter, and `columns` (keys of
 * other plugins' columns to include).
 */
export function listFields<Row>(list: Pick<ListDefinition<Row>, 'columns' | 'filters'>) {
  const sorts = list.columns.filter(({ sortable }) => sortable).map(({ key }) => key) as [string, ...string[]]
  const filters = Object.fromEntries(Object.entries(list.filters).map(([key, filter]) => [key, fieldOf(filter)]))
  return {
    ...listQueryFields(sorts),
    columns: vine.string().maxLength(500).optional(),
    // Ids of the first and last row in sight. Lists with keyset paging start the next page there.
    after: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
    before: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
    ...(filters as Record<never, never>),
  }
}

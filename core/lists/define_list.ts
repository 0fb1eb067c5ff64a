import vine from '../http/validation.js'
import type { Access } from '../contract/access.js'
import type { BulkActionDefinition, CellValue, ColumnKind, ListedRow, MemberOrder, Narrowable, RowDone } from '../contract/lists.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { acrossCompanies, withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { dayRange } from './day_filter.js'
import { type ListQuery, type Page, listQueryFields } from './list_query.js'

/** One column: on the screen, in the file, in the query's `sort`. */
export interface ListColumn<Row> {
  /** Unique in the list; also the name it sorts by and the field of an answer's row. */
  readonly key: string
  readonly kind: ColumnKind
  /** Message. */
  readonly label: string
  /** What the file says. */
  readonly value: (row: Row) => CellValue
  readonly sortable?: boolean
  /** Shown until the person chooses otherwise; default true. */
  readonly visible?: boolean
  /** `screen`: not in the file, as other columns say it; `file`: only there. Default both. */
  readonly in?: 'screen' | 'file'
  /** Value → message, of a `choice`. */
  readonly choices?: Readonly<Record<string, string>>
}

/** A column that only the data knows, such as one a course: in the file alone, as its screen is the plugin's own. */
export interface DataColumn<Row> {
  readonly key: string
  readonly kind: ColumnKind
  /** In words, not a message. */
  readonly header: string
  readonly value: (row: Row) => CellValue
}

/** What a filter takes; the query's validator is made of it. */
export interface ListFilter {
  readonly label: string
  /** `choice`: the request has an array of values, which mean any of them. `days`: core/contract/day_range.ts. */
  readonly kind: 'choice' | 'flag' | 'id' | 'days'
  readonly choices?: Readonly<Record<string, string>>
  /** Of a `choice`: one value at a time, as two of them together say nothing; the request has that value. */
  readonly one?: boolean
  /** Of `days`: the `date` or `timestamptz` that it is about, in SQL; the list adds the condition by itself. */
  readonly column?: string
  readonly of?: 'day' | 'moment'
  /** Of `days`: which of them one asks for first. Default past. */
  readonly when?: 'past' | 'coming'
}

/** Columns of a row in SQL; `membershipId` only where rows are about a person, or `among` several. */
export interface RowColumns {
  id: string
  companyId: string
  membershipId?: string
  /** Where a row is about several people: that one of them is meant, of what is asked of `membershipId`. */
  among?: (condition: string) => string
}

/** Conditions that other plugins add, on the row's columns. */
export type Narrow = (query: Narrowable, columns: RowColumns) => void

/** A query of a list after its validator. `order` says how `sort` puts rows in line, where that is another plugin's column. */
export type ListRequest = Omit<ListQuery, 'per_page'> & { per_page?: number; narrow?: Narrow[]; order?: MemberOrder } & Record<
    string,
    unknown
  >

/** Rows in SQL, for who puts several lists into one statement: `select id, by`, and the order of a page over them as `s`. */
export interface GlanceSql {
  readonly sql: string
  readonly bindings: readonly unknown[]
  readonly inLine: string
}

/** Where rows come from. Everything runs in the scope that `reach` opens. */
export interface ListSource<Row> {
  /** Its rows are about a person: every filter over people narrows it. */
  readonly ofPeople?: boolean
  /** Its rows are memberships, which it puts in line by other plugins' columns too. */
  readonly takesOrders?: boolean
  /** Whose a row is can be asked of the rows themselves (`companyId`): whoever sees every company's may narrow them to one. */
  readonly ofCompanies?: boolean
  page(query: ListRequest): Promise<Page<Row>>
  /** The rows of a query without a search, in the list's own order. Without it a page is asked for. Who wraps a source to narrow it narrows this too. */
  glance?(query: ListRequest): GlanceSql
  /** How many there are now, counted anew. */
  count(query: ListRequest): Promise<number>
  /** All of them in the order of the page, a batch at a time. */
  batches(query: ListRequest): AsyncIterable<Row[]>
  /** Ids past an id, in order of ids. @param only of these */
  ids(query: ListRequest, past: number, limit: number, only?: readonly number[]): Promise<ListedRow[]>
}

export interface ListDefinition<Row, F extends Record<string, ListFilter> = Record<string, ListFilter>> {
  /** `<plugin>.<rows>`. */
  readonly name: string
  /** Message: the name of the file and of what the rows are. */
  readonly title: string
  readonly access: Access
  readonly columns: readonly ListColumn<Row>[]
  /** Columns of the file after those, asked anew for each file, in the scope of the list. @param language of who reads it */
  readonly columnsOf?: (query: ListRequest, language: string) => Promise<readonly DataColumn<Row>[]>
  readonly filters: F
  readonly source: ListSource<Row>
  readonly idOf: (row: Row) => number
  readonly companyOf: (row: Row) => number
  readonly actions?: readonly BulkActionDefinition[]
  /** Names of rows, for whoever reads the results of a bulk action. */
  readonly namesOf?: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** `admins`: every company's, for admins alone. Default: one's own company, or all for an admin. */
  readonly reach?: 'admins'
}

/** What an action's `run` gets. */
export interface ActionRow<I = unknown> {
  readonly id: number
  readonly trx: TransactionClientContract
  readonly session: Session
  /** What the action asked for, as its validator gave it. */
  readonly input: I
}

/** Declares a list with its types checked; name it in `lists` of the plugin. */
export function defineList<Row, const F extends Record<string, ListFilter>>(list: ListDefinition<Row, F>): ListDefinition<Row, F> {
  return list
}

/** Declares a bulk action with its types checked; name it in `actions` of a list or of an extension. `K` is what it keeps to be taken back by. */
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

/** Runs `fn` over what this person may see of a list; an admin's look is audited. @param what `list`, `export`, an action */
export function inReach<T, Row>(
  list: Pick<ListDefinition<Row>, 'name' | 'reach'>,
  session: Session,
  what: string,
  fn: () => Promise<T>,
): Promise<T> {
  const reason = `${list.name}.${what}`
  return list.reach === 'admins' ? acrossCompanies(session, reason, fn) : withinReach(session, reason, fn)
}

/** Values of a choice in a query string: `busy,failed` is any of them. */
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
 * The fields of a list's query string, all from its definition: `page`, `per_page`, `sort` of the sortable columns, `search`,
 * each filter, and `columns`, the keys of other plugins' columns that are wanted.
 */
export function listFields<Row>(list: Pick<ListDefinition<Row>, 'columns' | 'filters'>) {
  const sorts = list.columns.filter(({ sortable }) => sortable).map(({ key }) => key) as [string, ...string[]]
  const filters = Object.fromEntries(Object.entries(list.filters).map(([key, filter]) => [key, fieldOf(filter)]))
  return {
    ...listQueryFields(sorts),
    columns: vine.string().maxLength(500).optional(),
    // Ids of the rows at the edges of the page in sight; lists that go by key begin the next one there.
    after: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
    before: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
    ...(filters as Record<never, never>),
  }
}

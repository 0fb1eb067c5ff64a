import type { Access } from './access.js'

/** What stands in a cell. A `moment` is a Date on the server and ISO 8601 in an answer, a `day` `yyyy-mm-dd`. */
export type CellValue = string | number | boolean | Date | null
export type ColumnKind = 'text' | 'number' | 'day' | 'moment' | 'choice' | 'flag'

/** What a number above zero says of a row in short, beside its state: "2 te laat". */
export interface ColumnNote {
  /** Message with {count}. */
  readonly label: string
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'error'
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
}

/** What the browser knows of a column; labels and choices are message ids. */
export interface ColumnView {
  key: string
  kind: ColumnKind
  label: string
  sortable: boolean
  /** Shown until the person chooses otherwise. */
  visible: boolean
  /** Value → message, of a `choice`. */
  choices?: Readonly<Record<string, string>>
  /** Another plugin's: its values stand in `extra` of a row, when they were asked for. */
  extra: boolean
  note?: ColumnNote
  short?: string
}

export interface FilterView {
  key: string
  label: string
  /** `days`: a range of them (core/contract/day_range.ts). */
  kind: 'choice' | 'days'
  /** Takes more than one value, which mean any of them: `busy,failed`. */
  several: boolean
  /** Of `days`: which one asks for first. */
  when?: 'past' | 'coming'
  /** Value → message; null: the page knows the choices (a company, a course). */
  choices: Readonly<Record<string, string>> | null
  /** In words, of a filter over people or companies: what there was to choose when the list was drawn. */
  options?: readonly FilterOption[]
}

export interface FilterOption {
  value: string
  label: string
}

export interface ActionView {
  name: string
  label: string
  /** Asked before it starts: {count}. */
  confirm: string
  destructive: boolean
  /** Asks by a form (`actionFormSlot`) what it needs to know, instead of the question. */
  asks: boolean
}

/** Everything a screen draws a list from. */
export interface ListView {
  name: string
  title: string
  columns: ColumnView[]
  filters: FilterView[]
  actions: ActionView[]
}

/** Names a list for those who add to it; keep it in the owning plugin's `contract/`. */
export interface ListToken {
  readonly list: string
}

/** Declares a list's name for other plugins. */
export function listToken(list: string): ListToken {
  return Object.freeze({ list })
}

/** A row as extensions see it. */
export interface ListedRow {
  readonly id: number
  readonly companyId: number
}

/** The part of a query builder that a filter of another plugin needs. */
export interface Narrowable {
  whereRaw(sql: string, bindings?: unknown[]): unknown
}

/**
 * A table with a row for each membership, by whose value a list of people can be put in line: its `id`, `company_id`, `role` and `state`, and the
 * value, null for none. `TenantSchema.memberEnds` makes one, with an index for each direction, for a company and for all.
 */
export interface MemberOrder {
  readonly table: string
  readonly column: string
  /** As PostgreSQL calls it. */
  readonly type: string
  /** Makes true what time alone has changed; asked before people are put in line, in the scope of the list. */
  readonly settle: () => Promise<void>
}

/** A column of another plugin. */
export interface ExtraColumn {
  /** `<plugin>_<what>`. */
  readonly key: string
  readonly kind: ColumnKind
  readonly label: string
  readonly visible?: boolean
  readonly choices?: Readonly<Record<string, string>>
  /** Of a number: asked for with every page, whether the column is shown or not. */
  readonly note?: ColumnNote
  /** Message with {value}: what it says in the line under the name on a phone, where the column is shown. */
  readonly short?: string
  /** By this lists of people can be sorted by it; what it shows is the same value. */
  readonly sortable?: MemberOrder
  /** Values of a whole page at once, by row id: one query however many rows. In the scope of the list. */
  readonly load: (rows: readonly ListedRow[]) => Promise<ReadonlyMap<number, CellValue>>
}

/** A filter of another plugin. */
export type ExtraFilter = {
  /** `<plugin>_<what>`, in the address and the query. */
  readonly key: string
  readonly label: string
  /**
   * Adds a condition on the plugin's own tables, for one value; of several each is enough. `id` and `companyId` are the row's columns in
   * SQL, never input. The value of `days` goes to `daysCondition` of the kit.
   */
  readonly where: (query: Narrowable, value: string, columns: { id: string; companyId: string }) => void
  /** The same for several at once, where one look at the plugin's tables does: by `where` each would be a look of its own. False: not for these. */
  readonly whereAny?: (query: Narrowable, values: readonly string[], columns: { id: string; companyId: string }) => boolean
} & (
  | { readonly kind?: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'days'; readonly when?: 'past' | 'coming' }
)

/** Who asks, as far as the choices of a filter need to know. */
export interface FilterReader {
  /** Null: an admin, who sees every company. */
  readonly companyId: number | null
}

/**
 * A filter over people, such as a group. It stands in every list whose rows are about a person (`membershipId` of its
 * source) and in every report that asks for it (`peopleCondition` of the kit). What is chosen is an id.
 */
export interface PeopleFilter {
  /** `<plugin>_<what>`, in the address and the query. */
  readonly key: string
  readonly label: string
  /** Whose ids are chosen: what stands in a saved view or report is renumbered with it. */
  readonly table?: string
  /** What may be chosen now; asked in the scope of who looks. */
  readonly choicesOf: (reader: FilterReader) => Promise<readonly FilterOption[]>
  /** Adds a condition on the plugin's own tables. `membershipId` is a column in SQL, never input. */
  readonly where: (query: Narrowable, id: number, columns: { membershipId: string }) => void
}

/** Which people are meant, as a condition on a column that holds a membership's id; `true` for everybody. */
export type PeopleCondition = (membershipId: string) => { sql: string; values: readonly (string | number)[] }

/** What became of one row; `unchanged`: it was so already, and there is nothing to take back. */
export type RowDone<K extends object = object> = void | 'unchanged' | RowNote<K>

export interface RowNote<K extends object> {
  /** What it takes to take it back: ids and plain facts as JSON, kept with the row's result. */
  readonly kept?: K
  /** It was so already; with the rows that were not, it is taken back that it was asked for once more. */
  readonly unchanged?: true
  /** Code of why not all of it was done, which is the row's result; what was done stays. */
  readonly partly?: string
}

/** Something done to many rows at once: a task with a result per row. */
export interface BulkActionDefinition {
  /** `<plugin>.<verb>`. */
  readonly name: string
  readonly label: string
  /** Message with {count}, asked before it starts. */
  readonly confirm: string
  readonly destructive?: boolean
  readonly access: Access
  /**
   * What it has to know before it starts (a course, a day), taken by its validator once, when it is asked for. Its form
   * is a fill of `actionForm('<name>')` (core/contract/slots).
   */
  readonly input?: { validate(data: unknown): Promise<object> }
  /** Which one of its kind it is, of its input and in the language of who asks: the tray has several of a morning. */
  readonly about?: (input: never, session: never) => Promise<string>
  /**
   * How it is taken back, of the rows that it changed, the last one first, for an hour: by another action of the same list, or by `run` with what was kept of
   * the row. `label` is a message that says what is done then.
   */
  readonly undo?: string | { readonly label: string; readonly run: (row: never) => Promise<RowDone> }
  /**
   * One row, in its company's scope and the task's transaction.
   * @returns `unchanged` when it was so already; what is `kept` for `undo`
   * @throws AppError whose code is this row's result
   */
  readonly run: (row: never) => Promise<RowDone>
}

/** What a plugin adds to a list of another. Made with `extendList`. */
export interface ListExtension {
  readonly list: string
  readonly columns?: readonly ExtraColumn[]
  readonly filters?: readonly ExtraFilter[]
  readonly actions?: readonly BulkActionDefinition[]
}

/** Adds columns, filters and bulk actions to a list, where both plugins are on. */
export function extendList(token: ListToken, extension: Omit<ListExtension, 'list'>): ListExtension {
  return { ...extension, list: token.list }
}

/** A list as the registry keeps it; made with `defineList` of the kit. */
export interface AnyListDefinition {
  readonly name: string
  readonly title: string
  readonly access: Access
}

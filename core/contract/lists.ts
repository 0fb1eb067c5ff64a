import type { Access } from './access.js'

/** The value of a cell. A `moment` is a Date on the server and ISO 8601 in a response; a `day` is `yyyy-mm-dd`. */
export type CellValue = string | number | boolean | Date | null
export type ColumnKind = 'text' | 'number' | 'day' | 'moment' | 'choice' | 'flag'

/** A short note beside a row's state when the number is above zero: "2 te laat". */
export interface ColumnNote {
  /** Message with {count}. */
  readonly label: string
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'error'
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
}

/** A column as the browser gets it. Labels and choices are message ids. */
export interface ColumnView {
  key: string
  kind: ColumnKind
  label: string
  sortable: boolean
  /** Shown until the person chooses otherwise. */
  visible: boolean
  /** Value → message, of a `choice`. */
  choices?: Readonly<Record<string, string>>
  /** Added by another plugin: its values are in `extra` of a row, if requested. */
  extra: boolean
  note?: ColumnNote
  short?: string
}

export interface FilterView {
  key: string
  label: string
  /** `days`: a range of them (core/contract/day_range.ts). */
  kind: 'choice' | 'days'
  /** Accepts several values and matches any of them: `busy,failed`. */
  several: boolean
  /** For `days`: which direction is offered first. */
  when?: 'past' | 'coming'
  /** Value → message; null: the page knows the choices (a company, a course). */
  choices: Readonly<Record<string, string>> | null
  /** For a filter over people or companies: the options at the time the list was loaded. */
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
  /** Shows a form (`actionFormSlot`) instead of the confirmation. */
  asks: boolean
}

/** Everything a screen needs to show a list. */
export interface ListView {
  name: string
  title: string
  columns: ColumnView[]
  filters: FilterView[]
  actions: ActionView[]
}

/** Identifies a list for plugins that extend it. Keep it in the owning plugin's `contract/`. */
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

/** The part of a query builder that other plugins' filters use. */
export interface Narrowable {
  whereRaw(sql: string, bindings?: unknown[]): unknown
}

/**
 * A table with one row per membership, used to sort a list of people: `id`, `company_id`, `role`, `state` and the value, which may be null.
 * `TenantSchema.memberEnds` creates one, with an index for each direction, within a company and across companies.
 */
export interface MemberOrder {
  readonly table: string
  readonly column: string
  /** The PostgreSQL type of the column. */
  readonly type: string
  /** Updates values that changed only because time passed. Called before sorting, in the scope of the list. */
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
  /** For a number: loaded with every page, even if the column is hidden. */
  readonly note?: ColumnNote
  /** Message with {value}: the text under the name on a phone, if the column is shown. */
  readonly short?: string
  /** Makes the column sortable in lists of people. It must show the same value. */
  readonly sortable?: MemberOrder
  /** Loads the values of a whole page by row id, in one query. Runs in the scope of the list. */
  readonly load: (rows: readonly ListedRow[]) => Promise<ReadonlyMap<number, CellValue>>
}

/** A filter of another plugin. */
export type ExtraFilter = {
  /** `<plugin>_<what>`, in the address and the query. */
  readonly key: string
  readonly label: string
  /**
   * Adds a condition on the plugin's own tables for one value. Several values are combined with "or". `id` and `companyId` are SQL columns
   * of the row, never input. Pass the value of `days` to `daysCondition` of the kit.
   */
  readonly where: (query: Narrowable, value: string, columns: { id: string; companyId: string }) => void
  /** The same for several values in one subquery, which is faster than one per value. Returns false if it cannot handle these values. */
  readonly whereAny?: (query: Narrowable, values: readonly string[], columns: { id: string; companyId: string }) => boolean
} & (
  | { readonly kind?: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'days'; readonly when?: 'past' | 'coming' }
)

/** The person who sees the options of a filter. */
export interface FilterReader {
  /** Null: an admin, who sees every company. */
  readonly companyId: number | null
}

/**
 * A filter over people, such as a group. It appears in every list whose rows are about a person (`membershipId` of the
 * source) and in every report that uses `peopleCondition` of the kit. Its value is an id.
 */
export interface PeopleFilter {
  /** `<plugin>_<what>`, in the address and the query. */
  readonly key: string
  readonly label: string
  /** The table of the ids, so that saved views and reports can be restored from an archive. */
  readonly table?: string
  /** Loads the options, in the reader's scope. */
  readonly choicesOf: (reader: FilterReader) => Promise<readonly FilterOption[]>
  /** Adds a condition on the plugin's own tables. `membershipId` is a column in SQL, never input. */
  readonly where: (query: Narrowable, id: number, columns: { membershipId: string }) => void
}

/** An SQL condition on a column with a membership's id; `true` for everyone. */
export type PeopleCondition = (membershipId: string) => { sql: string; values: readonly (string | number)[] }

/** The result of one row. `unchanged`: nothing changed, so there is nothing to undo. */
export type RowDone<K extends object = object> = void | 'unchanged' | RowNote<K>

export interface RowNote<K extends object> {
  /** The data that undo needs: ids and plain facts as JSON, stored with the row's result. */
  readonly kept?: K
  /** Nothing changed for this row. Undo still removes the extra request. */
  readonly unchanged?: true
  /** Error code for a partly done row. It becomes the row's result, and the done part is kept. */
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
   * Validates the input that the action needs (a course, a day), once, at the request. Its form is a fill of
   * `actionForm('<name>')` (core/contract/slots).
   */
  readonly input?: { validate(data: unknown): Promise<object> }
  /** Describes this run by its input, in the person's language, to tell it apart in the task tray. */
  readonly about?: (input: never, session: never) => Promise<string>
  /**
   * Undo, available for an hour, for the changed rows in reverse order: the name of another action of the same list, or `run` with the row's
   * `kept` data. `label` is a message that names the undo task.
   */
  readonly undo?: string | { readonly label: string; readonly run: (row: never) => Promise<RowDone> }
  /**
   * One row, in its company's scope and the task's transaction.
   * @returns `unchanged` if nothing changed, or the data that `undo` needs (`kept`)
   * @throws AppError whose code is this row's result
   */
  readonly run: (row: never) => Promise<RowDone>
}

/** Columns, filters and actions that a plugin adds to another plugin's list. Made with `extendList`. */
export interface ListExtension {
  readonly list: string
  readonly columns?: readonly ExtraColumn[]
  readonly filters?: readonly ExtraFilter[]
  readonly actions?: readonly BulkActionDefinition[]
}

/** Adds columns, filters and bulk actions to a list. They apply where both plugins are on. */
export function extendList(token: ListToken, extension: Omit<ListExtension, 'list'>): ListExtension {
  return { ...extension, list: token.list }
}

/** A list as the registry keeps it; made with `defineList` of the kit. */
export interface AnyListDefinition {
  readonly name: string
  readonly title: string
  readonly access: Access
}

import type { ReactNode } from 'react'
import type { ApiError } from '#web/api'
import type { IconName } from '../icons/index.js'
import type { Option } from '../form/choice_inputs.js'
import type { TableState } from './use_table_state.js'

export interface TableColumn<R> {
  /** Also the sort key on the server. */
  key: string
  label: string
  /** Plain value: shown when there is no `render`, and written to the CSV. */
  value: (row: R) => string | number | null | undefined
  /** Renders the cell; default the plain value. */
  render?: (row: R) => ReactNode
  sortable?: boolean
  align?: 'left' | 'right'
  /** Share of the free width (default 1), and the minimum width in pixels. */
  flex?: number
  minWidth?: number
  /** Useless when truncated: a day, a number, a state. Where there is little room, other columns shrink instead. */
  rigid?: boolean
  /** Hidden until the person shows it. */
  hidden?: boolean
  /** Its place in a phone's card: one title, one badge at its right, the rest as lines. `none` leaves it out. */
  card?: 'title' | 'badge' | 'line' | 'none'
  /** Its `render` returns a link. A card that can be pressed is one button, so there its text is shown instead of the link. */
  links?: boolean
  /** Its text in the single line under a card's title; columns with `second` replace all lines. */
  second?: (row: R) => string | null
}

export interface TableFilter {
  /** Name in the URL and for the server. */
  key: string
  label: string
  /** `days`: a date range, without options. */
  kind?: 'choice' | 'days'
  /** More than one option may be chosen; a row matches any of them. */
  several?: boolean
  when?: 'past' | 'coming'
  options: readonly Option[]
}

/** An action in the menu of a row. */
export interface RowAction {
  label: string
  icon: IconName
  destructive?: boolean
  onRun: () => unknown
}

export interface BulkAction<R> {
  label: string
  icon: IconName
  destructive?: boolean
  /** Gets the selected rows of this page. The selection is cleared when the promise resolves. */
  onRun: (rows: R[]) => PromiseLike<unknown> | void
}

/** Selected rows of several pages: by their IDs, or everything that the list finds except some. */
export type ListSelection = { kind: 'some'; ids: ReadonlySet<string | number> } | { kind: 'all'; except: ReadonlySet<string | number> }

export interface SelectionAction {
  name: string
  label: string
  icon: IconName
  destructive: boolean
  /** Asks for confirmation and starts a task. @returns whether it was started */
  onRun: (selection: ListSelection, count: number) => Promise<boolean>
}

export interface ShownColumns<R> {
  visible: readonly TableColumn<R>[]
  toggle: (key: string) => void
  show: (keys: readonly string[]) => void
}

export interface DataTableProps<R extends object> {
  /** `<plugin>.<table>`: the key under which the chosen columns are stored. */
  id: string
  /** Names the rows for screen readers: "Deelnemers". */
  label: string
  columns: readonly TableColumn<R>[]
  /** The rows of the current page; undefined while the first page loads. */
  rows: readonly R[] | undefined
  /** The number of matching rows on all pages. */
  total: number | undefined
  /** There are more rows than `total`, which were not counted. */
  more?: boolean
  rowId: (row: R) => string | number
  /** From `useTableState`: page, sorting, search and filters, all in the URL. */
  state: TableState
  /** A newer page is loading; the old one stays visible. */
  loading?: boolean
  error?: ApiError | null
  onRetry?: () => void
  /** Placeholder of the search field; without it there is no search field. */
  searchLabel?: string
  filters?: readonly TableFilter[] | null
  onRowClick?: (row: R) => void
  /** ID from the URL of the row whose panel is open; the row is marked in the list. */
  openRow?: string | number | null
  /** Names a row for screen readers: "Open Sanne de Vries". */
  rowLabel?: (row: R) => string
  /** The menu at the end of a row. */
  rowActions?: (row: R) => readonly RowAction[]
  bulkActions?: readonly BulkAction<R>[]
  /** Bulk actions of a server list, for selected rows of every page (`useList`). */
  selectionActions?: readonly SelectionAction[]
  /** The form of the bulk action that needs input now (`useList`). */
  form?: ReactNode
  /** Exports as a file everything that search and filters find, or the selected rows of it (`useList`). */
  onExport?: (format: 'csv' | 'xlsx', chosen?: { selection: ListSelection; count: number }) => Promise<void>
  /** Columns that are not rendered for now, even when chosen: a panel beside the list takes their room and shows their values. */
  yielding?: readonly string[]
  /** The visible columns, for code outside the table (`useList`). */
  shown?: ShownColumns<R>
  /** Name of a server list, whose views can be saved (`useList`). */
  list?: string | undefined
  /** `page` exports the rows of this page to CSV, for rows that do not come from a server list. */
  csv?: 'page'
  /** Shown when there are no rows and nothing was searched or filtered. */
  empty: ReactNode
  /** Plugin whose error texts are tried first. */
  part?: string
}

import type { ReactNode } from 'react'
import type { ApiError } from '#web/api'
import type { IconName } from '../icons/index.js'
import type { Option } from '../form/choice_inputs.js'
import type { TableState } from './use_table_state.js'

export interface TableColumn<R> {
  /** Also the name the server sorts by. */
  key: string
  label: string
  /** Plain value: shown when there is no `render`, and written to the CSV. */
  value: (row: R) => string | number | null | undefined
  /** What is shown in the cell; default the plain value. */
  render?: (row: R) => ReactNode
  sortable?: boolean
  align?: 'left' | 'right'
  /** Share of the free width (default 1), and the least width in pixels. */
  flex?: number
  minWidth?: number
  /** Half of it says nothing: a day, a number, a state. Where there is little room the others give way. */
  rigid?: boolean
  /** Not shown until the person chooses it. */
  hidden?: boolean
  /** Its place in the card of a phone: one title, one badge at its right, the rest as lines. `none` leaves it out. */
  card?: 'title' | 'badge' | 'line' | 'none'
  /** Its `render` shows a link. A card that can be pressed is one button: there its text takes the place of the link. */
  links?: boolean
  /** What it says in the one line under the title of a card; columns that have it take the place of all lines. */
  second?: (row: R) => string | null
}

export interface TableFilter {
  /** Name in the URL and for the server. */
  key: string
  label: string
  /** `days`: a range of them; it has no options. */
  kind?: 'choice' | 'days'
  /** More than one may be chosen, which mean any of them. */
  several?: boolean
  when?: 'past' | 'coming'
  options: readonly Option[]
}

/** What can be done with one row, in its menu. */
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
  /** Gets the chosen rows of this page. The selection is cleared when the promise is kept. */
  onRun: (rows: R[]) => PromiseLike<unknown> | void
}

/** Rows of several pages: by their ids, or everything that the list finds but for some. */
export type ListSelection = { kind: 'some'; ids: ReadonlySet<string | number> } | { kind: 'all'; except: ReadonlySet<string | number> }

export interface SelectionAction {
  name: string
  label: string
  icon: IconName
  destructive: boolean
  /** Asks, and starts a task. @returns whether it was started */
  onRun: (selection: ListSelection, count: number) => Promise<boolean>
}

export interface ShownColumns<R> {
  visible: readonly TableColumn<R>[]
  toggle: (key: string) => void
  show: (keys: readonly string[]) => void
}

export interface DataTableProps<R extends object> {
  /** `<plugin>.<table>`: under this name the chosen columns are remembered. */
  id: string
  /** Says what the rows are, for screen readers: "Deelnemers". */
  label: string
  columns: readonly TableColumn<R>[]
  /** The rows of the current page; undefined while the first page loads. */
  rows: readonly R[] | undefined
  /** All rows that match, on every page. */
  total: number | undefined
  /** There are more than that, which nobody counted. */
  more?: boolean
  rowId: (row: R) => string | number
  /** From `useTableState`: page, sorting, search and filters, all in the URL. */
  state: TableState
  /** A newer page is on its way; the old one stays in sight. */
  loading?: boolean
  error?: ApiError | null
  onRetry?: () => void
  /** Words in the empty search field; without it there is no search field. */
  searchLabel?: string
  filters?: readonly TableFilter[] | null
  onRowClick?: (row: R) => void
  /** The row whose panel is open, as it stands in the URL: it is marked in the list. */
  openRow?: string | number | null
  /** Names a row for screen readers: "Open Sanne de Vries". */
  rowLabel?: (row: R) => string
  /** The menu at the end of a row. */
  rowActions?: (row: R) => readonly RowAction[]
  bulkActions?: readonly BulkAction<R>[]
  /** What a list of the server's can do with chosen rows, on every page (`useList`). */
  selectionActions?: readonly SelectionAction[]
  /** What a bulk action is asking just now (`useList`). */
  form?: ReactNode
  /** Gives everything that search and filters find as a file, or of it what was chosen (`useList`). */
  onExport?: (format: 'csv' | 'xlsx', chosen?: { selection: ListSelection; count: number }) => Promise<void>
  /** Columns that are not drawn for now, chosen or not: a panel beside the list has their room, and what they say. */
  yielding?: readonly string[]
  /** Which columns are shown, when somebody outside the table has to know (`useList`). */
  shown?: ShownColumns<R>
  /** Name of a list of the server's, whose views may be saved (`useList`). */
  list?: string | undefined
  /** `page` writes the rows in sight to a CSV file, for rows that no list of the server's has. */
  csv?: 'page'
  /** Shown when there are no rows and nothing was searched for. */
  empty: ReactNode
  /** Plugin whose error words are tried first. */
  part?: string
}

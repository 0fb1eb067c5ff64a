import type { ListToken } from './lists.js'

/**
 * Something that needs attention, as a list with filters. The dashboard counts with the list's query and links to the
 * list, so the number always matches the rows.
 */
export interface AttentionItem {
  /** `<plugin>.<what>`. */
  readonly key: string
  readonly list: string
  /** Filters of the list, as in its query string. */
  readonly query: Readonly<Record<string, string>>
  /** The page that shows the list and keeps its filters in its address. */
  readonly path: string
  /** Message that follows the number: "overdue with a course". */
  readonly label: string
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  readonly tone: 'info' | 'warning' | 'error'
  /** Lower comes first. */
  readonly order: number
  /** Only a count: the dashboard does not read the names of the first rows. */
  readonly unnamed?: true
}

/** Declares an item on another plugin's list. Add it to `attention` of the plugin. */
export function attentionOf(token: ListToken, item: Omit<AttentionItem, 'list'>): AttentionItem {
  return { ...item, list: token.list }
}

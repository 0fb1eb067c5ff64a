import type { ListToken } from './lists.js'

/**
 * Something that somebody should do something about, as a list narrowed by its own filters: a dashboard counts it by the
 * list's query and links to the list, so that the number and the rows are the same.
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
}

/** Declares what needs attention, with the name of another plugin's list; name it in `attention` of the plugin. */
export function attentionOf(token: ListToken, item: Omit<AttentionItem, 'list'>): AttentionItem {
  return { ...item, list: token.list }
}

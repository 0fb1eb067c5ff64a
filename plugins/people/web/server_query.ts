import type { TableState } from '#web/ui'

/** The table's state with the query as the server's lists take it: in the URL the search is `q`, there it is `search`. */
export function withServerQuery(state: TableState): TableState {
  const { q: _, ...query } = state.query
  return { ...state, query: { ...query, ...(state.search && { search: state.search }) } }
}

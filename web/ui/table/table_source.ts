import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#web/api'
import type { TableState } from './use_table_state.js'

/** The response of every list of the platform (core/lists/list_query.ts). */
interface ListAnswer<R> {
  data: R[]
  meta: { total: number; more?: boolean }
}

/** The props that a DataTable needs for a list from the server: `<DataTable {...tableSource(list, state)} …/>`. */
export function tableSource<R>(list: UseQueryResult<ListAnswer<R>, ApiError>, state: TableState) {
  return {
    rows: list.data?.data,
    total: list.data?.meta.total,
    more: list.data?.meta.more ?? false,
    state,
    loading: list.isFetching,
    error: list.error,
    onRetry: () => void list.refetch(),
  }
}

import { useApiQuery } from '#web/api'
import { useList, type ListOptions } from '../table/use_list.js'

export interface MatrixOptions<R, C> extends ListOptions<R> {
  /** The columns that there are with these filters. What orders or searches the rows is no matter of theirs. */
  loadColumns: (filters: Record<string, string | number>) => PromiseLike<{ data: C[] }>
}

/** A list against columns that are read beside it, both narrowed by the same filters: what `MatrixFrame` and `Matrix` show. */
export function useMatrix<R extends { id: number }, C>({ loadColumns, ...options }: MatrixOptions<R, C>) {
  const { rows, table } = useList<R>(options)
  const { page: _page, per_page: _size, sort: _sort, ...filters } = table.state.query
  const columns = useApiQuery([options.part, 'matrix_columns', options.path, filters], () => loadColumns(filters), { keepPrevious: true })
  const known = columns.data?.data
  return {
    rows: rows ?? [],
    columns: known ?? [],
    busy: table.loading === true || columns.isPlaceholderData,
    /** For the frame around it. */
    frame: {
      table,
      ready: rows !== undefined && known !== undefined,
      isEmpty: !rows?.length || !known?.length,
      error: table.error ?? columns.error,
      onRetry: () => void Promise.all([table.onRetry(), columns.refetch()]),
    },
  }
}

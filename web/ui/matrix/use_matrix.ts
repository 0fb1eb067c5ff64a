import { useMediaQuery } from '@mui/material'
import { useMemo } from 'react'
import { useApiQuery } from '#web/api'
import { useList, type ListOptions } from '../table/use_list.js'
import { PART } from './parts.js'
import { useVisibleRows } from './use_visible_rows.js'

export interface MatrixOptions<R, C> extends ListOptions<R> {
  /** Loads the columns for these filters. Sorting and searching rows do not affect them. */
  loadColumns: (filters: Record<string, string | number>) => PromiseLike<{ data: C[] }>
}

/** All rows by scrolling, without pages. On phones the list's own paging applies. */
const FROM_THE_START = { page: 1, per_page: PART }

/**
 * A list of rows against columns that are loaded separately, both with the same filters: what `MatrixFrame` and `Matrix` show. A phone has
 * pages of cards; a matrix has everybody, loaded as they come into view.
 */
export function useMatrix<R extends { id: number }, C>({ loadColumns, ...options }: MatrixOptions<R, C>) {
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const { rows, table, partOf } = useList<R>({ ...options, ...(!narrow && { fixed: { ...options.fixed, ...FROM_THE_START } }) })
  const { page: _page, per_page: _size, sort: _sort, ...filters } = table.state.query
  const columns = useApiQuery([options.part, 'matrix_columns', options.path, filters], () => loadColumns(filters), { keepPrevious: true })
  const known = columns.data?.data
  const asked = JSON.stringify([filters, table.state.query.sort])
  const all = useVisibleRows<R>({ first: rows, total: narrow ? 0 : (table.total ?? 0), partOf, asked })
  const { count, rowAt, look } = all
  return {
    /** For the cards. */
    narrow,
    rows: rows ?? NOBODY,
    columns: known ?? NOBODY,
    /** For the matrix itself. */
    grid: useMemo(() => ({ count, rowAt, onSight: look, asked }), [count, rowAt, look, asked]),
    busy: table.loading === true || columns.isPlaceholderData,
    /** For the frame around it. */
    frame: {
      table,
      paged: narrow,
      ready: rows !== undefined && known !== undefined,
      isEmpty: !rows?.length || !known?.length,
      error: table.error ?? columns.error,
      onRetry: () => void Promise.all([table.onRetry(), columns.refetch()]),
      /** The error of rows that failed to load. */
      missing: all.error && { error: all.error, onRetry: all.retry },
    },
  }
}

const NOBODY: never[] = []

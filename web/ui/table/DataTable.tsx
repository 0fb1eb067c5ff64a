import { Box, Skeleton, Stack, useMediaQuery } from '@mui/material'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useT } from '#web/i18n'
import { CardList } from './CardList.js'
import { ListFailed } from './ListFailed.js'
import { NothingFound } from './NothingFound.js'
import { Sheet, SIDES } from './Sheet.js'
import type { DataTableProps } from './table_types.js'
import { TableToolbar } from './TableToolbar.js'
import { useColumns } from './use_columns.js'
import { useSelection } from './use_selection.js'

// The grid is the largest module in the browser, so it is loaded with the first table.
const Grid = lazy(() => import('./Grid.js')) as unknown as typeof import('./Grid.js').default

function TableSkeleton() {
  const t = useT()
  return (
    <Stack role="status" aria-label={t('core.states.loading')} sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Box key={index} sx={{ px: SIDES, py: 3, borderBottom: '1px solid', borderColor: 'divider' }}>
          <Skeleton variant="text" width={`${90 - ((index * 17) % 45)}%`} />
        </Box>
      ))}
    </Stack>
  )
}

/**
 * A list from the server: paging, sorting, search and filters in the URL, columns to choose,
 * rows to open and to select; cards below 900 px.
 *
 *     const table = useTableState({ filters: ['status'], sort: 'name' })
 *     const list = useApiQuery(['people', 'index', table.query], () => api.people.index({ query: table.query }), { keepPrevious: true })
 *     <DataTable id="people.index" state={table} rows={list.data?.data} total={list.data?.meta.total} loading={list.isFetching} error={list.error} … />
 */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { id, columns, rowId, state, error, onRetry, empty, part } = props
  // Rendered as a deferred value, so that input does not wait for a whole page of rows.
  const rows = useDeferredValue(props.rows)
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const own = useColumns(id, columns)
  const paper = useRef<HTMLDivElement>(null)
  const shown = props.shown ?? own
  const { visible } = shown
  const staying = visible.filter(({ key }) => !props.yielding?.includes(key))
  const { total, loading } = props
  const across = Boolean(props.selectionActions?.length)
  const choice = useSelection({
    pageIds: useMemo(() => (rows ?? []).map(rowId), [rows, rowId]),
    total: total ?? 0,
    query: state.query,
    across,
    loading: loading ?? false,
  })
  const { onPage: selection, choosePage: setSelection } = choice
  const selected = useMemo(() => (rows ?? []).filter((row) => selection.has(rowId(row))), [rows, rowId, selection])

  // The page in the address may no longer exist, for example after people were deleted: then the last page is shown.
  const last = Math.max(1, Math.ceil((total ?? 0) / state.perPage))
  const elsewhere = rows?.length === 0 && (total ?? 0) > 0 && state.page > 1
  const past = elsewhere && !loading
  useEffect(() => {
    // The count of a very long list may be half a minute old, so its last page may be gone too.
    if (past) state.setPage(Math.min(last, state.page - 1), { replace: true })
  }, [past, last, state])

  const body = () => {
    if (error && !rows) return <ListFailed error={error} part={part} onRetry={onRetry} state={state} />
    if (!rows || elsewhere) return <TableSkeleton />
    if (rows.length === 0) {
      return state.narrowed ? <NothingFound onClear={state.clear} /> : empty
    }
    if (narrow) return <CardList table={{ ...props, rows }} selection={selection} onSelect={setSelection} />
    return (
      <Suspense fallback={<TableSkeleton />}>
        <Grid
          within={paper}
          table={{ ...props, rows }}
          visible={staying.length ? staying : visible}
          selection={selection}
          onSelect={setSelection}
        />
      </Suspense>
    )
  }

  const untouched = rows?.length === 0 && !elsewhere && !state.narrowed
  return (
    <Sheet ref={paper}>
      {!untouched && <TableToolbar table={props} shown={shown} selected={selected} choice={choice} compact={narrow} />}
      {body()}
      {props.form}
    </Sheet>
  )
}

import { Box, Button, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { LoadingState } from '../States.js'
import { Filters } from '../table/filters.js'
import { ListFailed } from '../table/ListFailed.js'
import { NothingFound } from '../table/NothingFound.js'
import { Pager, Total } from '../table/Pager.js'
import { Sheet, SIDES } from '../table/Sheet.js'
import { ExportMenu, TableSearch } from '../table/toolbar_parts.js'
import type { useList } from '../table/use_list.js'

export interface MatrixFrameProps {
  label: string
  searchLabel: string
  /** From `useList`: the filters of the rows, and their export. */
  table: Pick<ReturnType<typeof useList>['table'], 'state' | 'filters' | 'total' | 'more' | 'onExport' | 'part'>
  /** Shows one page of rows instead of all of them by scrolling. */
  paged: boolean
  /** The error of rows that failed to load. */
  missing: { error: ApiError; onRetry: () => void } | null
  /** Rows and columns have been loaded at least once. */
  ready: boolean
  /** There are no rows, or no columns. */
  isEmpty: boolean
  error: ApiError | null
  onRetry: () => void
  /** Shown when there is nothing at all, filtered or not. */
  empty: ReactNode
  /** Chips that explain the symbols. */
  legend: ReactNode
  legendLabel: string
  children: ReactNode
}

/** Everything around a matrix: search, filters, export, the loading, error and empty states, paging, and the legend. */
export function MatrixFrame({
  label,
  searchLabel,
  table,
  paged,
  missing,
  ready,
  isEmpty,
  error,
  onRetry,
  empty,
  legend,
  legendLabel,
  children,
}: MatrixFrameProps) {
  const t = useT()
  const { state, filters, total, more, onExport, part } = table
  const body = () => {
    if (error && !ready) return <ListFailed error={error} part={part} onRetry={onRetry} state={state} />
    if (!ready) return <LoadingState shape="rows" count={8} />
    if (isEmpty) return state.narrowed ? <NothingFound onClear={state.clear} /> : empty
    return (
      <>
        {children}
        {missing && <ListFailed {...missing} part={part} state={state} />}
        {paged ? (
          <Pager state={state} total={total ?? 0} more={more} />
        ) : (
          <Box sx={{ p: 3, textAlign: 'center' }}>
            <Total total={total ?? 0} more={more} />
          </Box>
        )}
      </>
    )
  }
  return (
    <>
      <Sheet>
        <Stack direction="row" role="search" aria-label={label} sx={{ px: SIDES, py: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <TableSearch state={state} label={searchLabel} />
          <Filters filters={filters} state={state} />
          {state.narrowed && (
            <Button size="small" color="inherit" onClick={state.clear}>
              {t('core.table.clear')}
            </Button>
          )}
          <Box sx={{ ml: 'auto' }}>{onExport && <ExportMenu onExport={onExport} />}</Box>
        </Stack>
        {body()}
      </Sheet>
      {/* Shown with the content it explains: earlier it would be pushed away. */}
      {ready && (
        <Stack component="section" aria-label={legendLabel} direction="row" sx={{ gap: 2, flexWrap: 'wrap', mt: 4 }}>
          {legend}
        </Stack>
      )}
    </>
  )
}

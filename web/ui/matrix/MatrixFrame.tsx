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
  /** Of `useList`: what narrows the rows, and their file. */
  table: Pick<ReturnType<typeof useList>['table'], 'state' | 'filters' | 'total' | 'more' | 'onExport' | 'part'>
  /** It shows a page of the rows, and not all of them by scrolling. */
  paged: boolean
  /** Rows that could not be read. */
  missing: { error: ApiError; onRetry: () => void } | null
  /** Rows and columns have come at least once. */
  ready: boolean
  /** There is no row, or no column. */
  isEmpty: boolean
  error: ApiError | null
  onRetry: () => void
  /** Shown where there is nothing at all, narrowed or not. */
  empty: ReactNode
  /** What its signs mean: chips. */
  legend: ReactNode
  legendLabel: string
  children: ReactNode
}

/** Everything around a matrix: search, filters, file, what is shown while it loads, fails or has nothing, pages, and what its signs mean. */
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
      {/* With what it explains: before that it would be pushed away. */}
      {ready && (
        <Stack component="section" aria-label={legendLabel} direction="row" sx={{ gap: 2, flexWrap: 'wrap', mt: 4 }}>
          {legend}
        </Stack>
      )}
    </>
  )
}

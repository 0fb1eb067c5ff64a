import { Box, Typography } from '@mui/material'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { SIDES } from '../table/Sheet.js'
import { MatrixHead } from './MatrixHead.js'
import { MatrixRow } from './MatrixRow.js'
import { HEAD_HEIGHT, HEAD_WIDTH, MIN_COLUMN_WIDTH, matrixStyles, ROW_HEIGHT } from './matrix_styles.js'
import { useGridKeys, type GridPlace } from './use_grid_keys.js'
import { MANY, useWindow, type Span } from './use_window.js'

/** Rendered controls may take the Tab key only where the grid says so. */
type Draw<T> = (item: T, tabIndex: 0 | -1) => ReactNode

/** Rows by index; rows that nobody scrolled to may be missing (`useMatrix`). */
export interface MatrixRows<R> {
  count: number
  /** Undefined while loading. */
  rowAt: (index: number) => R | undefined
  onSight: (rows: Span) => void
  /** Identifies the query: when it changes, the rows are different ones and the matrix scrolls to the first. */
  asked: string
}

export interface MatrixProps<R, C> {
  /** Names what the rows and columns are, for screen readers. */
  label: string
  rows: MatrixRows<R>
  columns: readonly C[]
  rowId: (row: R) => string | number
  columnId: (column: C) => string | number
  /** Above the row names, and beside the second header line. */
  corner: ReactNode
  subCorner?: ReactNode
  rowHead: Draw<R>
  columnHead: Draw<C>
  /** The second line of a column's header: numbers. Without it there is no such line. */
  columnSub?: ((column: C) => ReactNode) | undefined
  /** Null when the cell is empty. */
  cell: (row: R, column: C, tabIndex: 0 | -1) => ReactNode
  /** Read by screen readers for an empty cell. */
  emptyLabel: string
  /** A newer page is loading. */
  busy?: boolean
}

/**
 * Rows against columns, both with sticky headers. It is one stop of the Tab key; the arrows, Home, End, Page Up and Page Down move within
 * it. Of many rows or columns only those in view are rendered. Each row and cell is positioned on its own, so scrolling something into view
 * moves nothing else.
 */
export function Matrix<R, C>(props: MatrixProps<R, C>) {
  const { label, rows, columns, rowId, columnId, corner, subCorner, rowHead, columnHead, columnSub, cell, emptyLabel, busy = false } = props
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(innerWidth)
  const columnWidth = Math.max(MIN_COLUMN_WIDTH, Math.floor((width - HEAD_WIDTH) / Math.max(1, columns.length)))
  const [across, lookAcross] = useWindow(columns.length, columnWidth, innerWidth)
  const { count, rowAt, onSight, asked } = rows
  const [down, lookDown] = useWindow(count, ROW_HEIGHT, innerHeight)
  const look = useCallback(
    (box: HTMLElement) => {
      lookAcross(box.scrollLeft, box.clientWidth)
      lookDown(box.scrollTop, box.clientHeight)
    },
    [lookAcross, lookDown],
  )
  // Before the first paint: sized by the window, its columns would move a moment later.
  useLayoutEffect(() => setWidth(frame.current!.clientWidth), [])
  useEffect(() => {
    const box = frame.current
    if (!box) return
    // Measured when the size changes instead of in each render, because measuring forces the browser to lay out everything.
    const sized = new ResizeObserver(() => {
      setWidth((before) => (Math.abs(box.clientWidth - before) > 20 ? box.clientWidth : before))
      look(box)
    })
    sized.observe(box)
    return () => sized.disconnect()
  }, [look])
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0
  }, [asked])
  useEffect(() => onSight({ from: down.from, to: down.to }), [onSight, down.from, down.to])
  const show = ({ row, column }: GridPlace) => {
    const box = frame.current
    if (!box) return
    const bring = (place: number, size: number, room: number, at: number) => {
      if (place * size < at) return place * size
      return (place + 1) * size > at + room ? (place + 1) * size - room : at
    }
    if (column >= 0) box.scrollLeft = bring(column, columnWidth, box.clientWidth - HEAD_WIDTH, box.scrollLeft)
    // The headers cover it, and their second line may be two lines high.
    if (row >= 0) box.scrollTop = bring(row, ROW_HEIGHT, box.clientHeight - HEAD_HEIGHT - 64, box.scrollTop)
    look(box)
  }
  const keys = useGridKeys(count, columns.length, show)
  const drawn = useMemo(
    () => columns.slice(across.from, across.to).map((column, index) => ({ column, at: across.from + index })),
    [columns, across.from, across.to],
  )
  const heads = columnSub ? 2 : 1
  const isCut = count > MANY || columns.length > MANY
  return (
    <>
      <Box
        ref={frame}
        onScroll={(event) => look(event.currentTarget)}
        sx={{
          overflow: 'auto',
          // Reserves the scrollbar of many rows, so that the columns do not change their width when it appears.
          ...(count > 6 && { scrollbarGutter: 'stable' }),
          maxHeight: 'max(420px, calc(100dvh - 220px))',
          borderTop: '1px solid',
          borderColor: 'divider',
          // A focused cell must not be hidden under the headers.
          scrollPaddingLeft: HEAD_WIDTH,
          scrollPaddingTop: HEAD_HEIGHT + 40,
          opacity: busy ? 0.6 : 1,
        }}
      >
        <Box
          component="table"
          role="grid"
          aria-label={label}
          aria-rowcount={count + heads}
          aria-colcount={columns.length + 1}
          aria-busy={busy}
          onKeyDown={keys.onKeyDown}
          sx={matrixStyles}
          style={{ width: HEAD_WIDTH + columns.length * columnWidth }}
        >
          <MatrixHead<C>
            drawn={drawn}
            columnId={columnId}
            columnWidth={columnWidth}
            corner={corner}
            subCorner={subCorner}
            columnHead={columnHead}
            columnSub={columnSub}
            keys={keys}
          />
          <tbody role="rowgroup" style={{ height: count * ROW_HEIGHT }}>
            {Array.from({ length: down.to - down.from }, (_, index) => {
              const r = down.from + index
              const row = rowAt(r)
              return (
                <MatrixRow<R, C>
                  // A loaded row replaces its placeholder and takes over its focus.
                  key={row === undefined ? `wait-${r}` : rowId(row)}
                  row={row}
                  at={r}
                  heads={heads}
                  drawn={drawn}
                  columnId={columnId}
                  columnWidth={columnWidth}
                  focused={keys.focusedOf(r)}
                  rowHead={rowHead}
                  cell={cell}
                  emptyLabel={emptyLabel}
                  waitLabel={t('core.states.loading')}
                  cellRef={keys.cellRef}
                  onFocus={keys.onFocus}
                />
              )
            })}
          </tbody>
        </Box>
      </Box>
      {isCut && (
        <Typography variant="body2" sx={{ px: SIDES, pt: 2, color: 'text.secondary' }}>
          {t('core.matrix.find')}
        </Typography>
      )}
    </>
  )
}

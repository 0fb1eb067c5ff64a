import { Box, type SxProps, type Theme } from '@mui/material'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { tileStyles } from './MatrixTile.js'
import { MatrixRow, ROW_HEIGHT, Spacer } from './MatrixRow.js'
import { useGridKeys, type GridPlace } from './use_grid_keys.js'
import { useWindow } from './use_window.js'

/** What is drawn must take the Tab key only where the grid says so. */
type Draw<T> = (item: T, tabIndex: 0 | -1) => ReactNode

export interface MatrixProps<R, C> {
  /** Says what stands in rows and columns, for screen readers. */
  label: string
  rows: readonly R[]
  columns: readonly C[]
  rowId: (row: R) => string | number
  columnId: (column: C) => string | number
  /** Above the names of the rows, and beside the second line of the heads. */
  corner: ReactNode
  subCorner: ReactNode
  rowHead: Draw<R>
  columnHead: Draw<C>
  /** The second line of a column's head: numbers. */
  columnSub: (column: C) => ReactNode
  /** Null: nothing there. */
  cell: (row: R, column: C, tabIndex: 0 | -1) => ReactNode
  /** Said of a cell without anything. */
  emptyLabel: string
  /** A newer page is on its way. */
  busy?: boolean
}

const HEAD_WIDTH = 216
/** Of a column: at least so wide; few fill the room. */
const LEAST = 160
const HEAD_HEIGHT = 64

const sticky: SxProps<Theme> = { position: 'sticky', bgcolor: 'background.paper', borderColor: 'divider' }

/**
 * Rows against columns, both with heads that stay in sight. One stop of the Tab key; the arrows, Home, End, Page Up and Page
 * Down lead through it. Of many rows or columns those in sight are drawn.
 */
export function Matrix<R, C>(props: MatrixProps<R, C>) {
  const { label, rows, columns, rowId, columnId, corner, subCorner, rowHead, columnHead, columnSub, cell, emptyLabel, busy = false } = props
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(1280)
  const columnWidth = Math.max(LEAST, Math.floor((width - HEAD_WIDTH) / Math.max(1, columns.length)))
  const [across, lookAcross] = useWindow(columns.length, columnWidth)
  const [down, lookDown] = useWindow(rows.length, ROW_HEIGHT)
  const look = (box: HTMLElement) => {
    lookAcross(box.scrollLeft, box.clientWidth)
    lookDown(box.scrollTop, box.clientHeight)
  }
  const show = ({ row, column }: GridPlace) => {
    const box = frame.current
    if (!box) return
    const bring = (place: number, size: number, room: number, at: number) => {
      if (place * size < at) return place * size
      return (place + 1) * size > at + room ? (place + 1) * size - room : at
    }
    if (column >= 0) box.scrollLeft = bring(column, columnWidth, box.clientWidth - HEAD_WIDTH, box.scrollLeft)
    // The heads lie over it, whose second line may be two high.
    if (row >= 0) box.scrollTop = bring(row, ROW_HEIGHT, box.clientHeight - HEAD_HEIGHT - 64, box.scrollTop)
    look(box)
  }
  const keys = useGridKeys(rows.length, columns.length, show)
  const drawn = useMemo(
    () => columns.slice(across.from, across.to).map((column, index) => ({ column, at: across.from + index })),
    [columns, across.from, across.to],
  )
  const before = across.from * columnWidth
  const after = (columns.length - across.to) * columnWidth
  const headCell: SxProps<Theme> = { ...sticky, p: 2, textAlign: 'left', verticalAlign: 'bottom', width: columnWidth, fontWeight: 600 }
  return (
    <Box
      ref={(box: HTMLDivElement | null) => {
        frame.current = box
        if (box && Math.abs(box.clientWidth - width) > 20) setWidth(box.clientWidth)
        if (box) look(box)
      }}
      onScroll={(event) => look(event.currentTarget)}
      sx={{
        overflow: 'auto',
        maxHeight: 'max(420px, calc(100dvh - 220px))',
        borderTop: '1px solid',
        borderColor: 'divider',
        // What takes the focus must not hide under the heads.
        scrollPaddingLeft: HEAD_WIDTH,
        scrollPaddingTop: HEAD_HEIGHT + 40,
        opacity: busy ? 0.6 : 1,
      }}
    >
      <Box
        component="table"
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 2}
        aria-colcount={columns.length + 1}
        aria-busy={busy}
        onKeyDown={keys.onKeyDown}
        sx={[
          tileStyles,
          {
            borderCollapse: 'separate',
            borderSpacing: 0,
            tableLayout: 'fixed',
            width: HEAD_WIDTH + columns.length * columnWidth,
            fontSize: '0.8125rem',
            lineHeight: '18px',
            '& td, & th': { borderBottom: '1px solid', borderColor: 'divider' },
            '& tbody td': { p: 1, height: ROW_HEIGHT, verticalAlign: 'middle' },
            '& tbody td:focus-visible': { outline: '2px solid', outlineOffset: -2, outlineColor: 'primary.main' },
            '& tbody td[role]': { p: 0 },
            '& tbody th': {
              ...{ position: 'sticky', left: 0, zIndex: 1, p: 2, bgcolor: 'background.paper' },
              ...{ textAlign: 'left', fontWeight: 500, borderRight: '1px solid', borderColor: 'divider' },
            },
          },
        ]}
      >
        <thead>
          <Box component="tr" aria-rowindex={1} sx={{ height: HEAD_HEIGHT }}>
            <Box
              component="th"
              scope="col"
              aria-colindex={1}
              sx={{ ...headCell, width: HEAD_WIDTH, top: 0, left: 0, zIndex: 3, borderRight: '1px solid' }}
            >
              {corner}
            </Box>
            <Spacer width={before} />
            {drawn.map(({ column, at }) => (
              <Box
                component="th"
                scope="col"
                key={columnId(column)}
                ref={keys.cellRef(-1, at)}
                aria-colindex={at + 2}
                onFocus={() => keys.onFocus(-1, at)}
                sx={{ ...headCell, top: 0, zIndex: 2 }}
              >
                {columnHead(column, keys.tabIndexOf(-1, at))}
              </Box>
            ))}
            <Spacer width={after} />
          </Box>
          <Box component="tr" aria-rowindex={2}>
            <Box
              component="th"
              scope="row"
              aria-colindex={1}
              sx={{
                ...headCell,
                width: HEAD_WIDTH,
                top: HEAD_HEIGHT,
                left: 0,
                zIndex: 3,
                color: 'text.secondary',
                borderRight: '1px solid',
              }}
            >
              {subCorner}
            </Box>
            <Spacer width={before} />
            {drawn.map(({ column, at }) => (
              <Box
                component="td"
                key={columnId(column)}
                aria-colindex={at + 2}
                sx={{ ...headCell, top: HEAD_HEIGHT, zIndex: 2, color: 'text.secondary', fontWeight: 500 }}
              >
                {columnSub(column)}
              </Box>
            ))}
            <Spacer width={after} />
          </Box>
        </thead>
        <Box
          component="tbody"
          sx={(theme) => ({ '@media (hover: hover)': { '& > tr:hover > *': { backgroundColor: theme.surfaces.hover } } })}
        >
          {down.from > 0 && <tr role="presentation" style={{ height: down.from * ROW_HEIGHT }} />}
          {rows.slice(down.from, down.to).map((row, index) => {
            const r = down.from + index
            return (
              <MatrixRow<R, C>
                key={rowId(row)}
                row={row}
                at={r}
                drawn={drawn}
                columnId={columnId}
                before={before}
                after={after}
                focused={keys.focusedOf(r)}
                rowHead={rowHead}
                cell={cell}
                emptyLabel={emptyLabel}
                cellRef={keys.cellRef}
                onFocus={keys.onFocus}
              />
            )
          })}
          {down.to < rows.length && <tr role="presentation" style={{ height: (rows.length - down.to) * ROW_HEIGHT }} />}
        </Box>
      </Box>
    </Box>
  )
}

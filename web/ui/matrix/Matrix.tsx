import { Box, type SxProps, type Theme } from '@mui/material'
import { useRef, useState, type ReactNode } from 'react'
import { onHover } from '#themes/index'
import { useGridKeys, type GridPlace } from './use_grid_keys.js'

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
/** So many more at each side than are in sight: scrolling finds them drawn. */
const BESIDE = 3
/** From here on only those in sight are drawn. */
const MANY = 24

const sticky: SxProps<Theme> = { position: 'sticky', bgcolor: 'background.paper', borderColor: 'divider' }

/**
 * Rows against columns, both with heads that stay in sight. One stop of the Tab key; the arrows, Home, End, Page Up and Page
 * Down lead through it. Of very many columns those in sight are drawn; rows come a page at a time.
 */
export function Matrix<R, C>(props: MatrixProps<R, C>) {
  const { label, rows, columns, rowId, columnId, corner, subCorner, rowHead, columnHead, columnSub, cell, emptyLabel, busy = false } = props
  const frame = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(0)
  const [width, setWidth] = useState(1280)
  const columnWidth = Math.max(LEAST, Math.floor((width - HEAD_WIDTH) / Math.max(1, columns.length)))
  const show = ({ column }: GridPlace) => {
    const box = frame.current
    if (!box || column < 0) return
    const from = column * columnWidth
    const room = box.clientWidth - HEAD_WIDTH
    if (from < box.scrollLeft) box.scrollLeft = from
    else if (from + columnWidth > box.scrollLeft + room) box.scrollLeft = from + columnWidth - room
    setLeft(box.scrollLeft)
  }
  const keys = useGridKeys(rows.length, columns.length, show)
  const first = columns.length > MANY ? Math.max(0, Math.floor(left / columnWidth) - BESIDE) : 0
  const last = columns.length > MANY ? Math.min(columns.length, Math.ceil((left + width) / columnWidth) + BESIDE) : columns.length
  const drawn = columns.slice(first, last).map((column, index) => ({ column, at: first + index }))
  const before = first > 0 && <Box component="td" role="presentation" sx={{ p: 0, width: first * columnWidth }} />
  const after = last < columns.length && (
    <Box component="td" role="presentation" sx={{ p: 0, width: (columns.length - last) * columnWidth }} />
  )
  const headCell: SxProps<Theme> = { ...sticky, p: 2, textAlign: 'left', verticalAlign: 'bottom', width: columnWidth, fontWeight: 600 }
  return (
    <Box
      ref={(box: HTMLDivElement | null) => {
        frame.current = box
        if (box && Math.abs(box.clientWidth - width) > 20) setWidth(box.clientWidth)
      }}
      onScroll={(event) => setLeft(event.currentTarget.scrollLeft)}
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
        sx={{
          borderCollapse: 'separate',
          borderSpacing: 0,
          tableLayout: 'fixed',
          width: HEAD_WIDTH + columns.length * columnWidth,
          fontSize: '0.8125rem',
          lineHeight: '18px',
          '& td, & th': { borderBottom: '1px solid', borderColor: 'divider' },
        }}
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
            {before}
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
            {after}
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
            {before}
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
            {after}
          </Box>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <Box
              component="tr"
              key={rowId(row)}
              aria-rowindex={r + 3}
              sx={(theme) => onHover({ '& > *': { backgroundColor: theme.surfaces.hover } })}
            >
              <Box
                component="th"
                scope="row"
                ref={keys.cellRef(r, -1)}
                aria-colindex={1}
                onFocus={() => keys.onFocus(r, -1)}
                sx={{
                  ...sticky,
                  left: 0,
                  zIndex: 1,
                  p: 2,
                  textAlign: 'left',
                  fontWeight: 500,
                  borderRight: '1px solid',
                  overflowWrap: 'anywhere',
                }}
              >
                {rowHead(row, keys.tabIndexOf(r, -1))}
              </Box>
              {before}
              {drawn.map(({ column, at }) => {
                const tabIndex = keys.tabIndexOf(r, at)
                const content = cell(row, column, tabIndex)
                return (
                  <Box
                    component="td"
                    key={columnId(column)}
                    ref={keys.cellRef(r, at)}
                    aria-colindex={at + 2}
                    onFocus={() => keys.onFocus(r, at)}
                    {...(content === null && { tabIndex, 'aria-label': emptyLabel })}
                    sx={{
                      p: 1,
                      height: 56,
                      verticalAlign: 'middle',
                      '&:focus-visible': { outline: '2px solid', outlineOffset: -2, outlineColor: 'primary.main' },
                    }}
                  >
                    {content}
                  </Box>
                )
              })}
              {after}
            </Box>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

import { memo, type CSSProperties, type ReactNode } from 'react'
import { HEAD_WIDTH, ROW_HEIGHT } from './matrix_styles.js'

/** The horizontal padding leaves room for the focus ring. */
const TWO_LINES: CSSProperties = {
  ...{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical' },
  ...{ overflow: 'hidden', overflowWrap: 'anywhere', padding: 3, margin: -3 },
}

/** Placeholder while something loads. */
const WAIT = <span className="matrix-wait" />

interface MatrixRowProps<R, C> {
  /** Undefined while loading. */
  row: R | undefined
  at: number
  /** Number of header lines above. */
  heads: number
  drawn: readonly { column: C; at: number }[]
  columnId: (column: C) => string | number
  columnWidth: number
  /** The column that is the stop of the Tab key, -1 for the row header; null when the stop is in another row. */
  focused: number | null
  rowHead: (row: R, tabIndex: 0 | -1) => ReactNode
  cell: (row: R, column: C, tabIndex: 0 | -1) => ReactNode
  emptyLabel: string
  waitLabel: string
  cellRef: (row: number, column: number, isWaiting: boolean) => (cell: HTMLElement | null) => void
  onFocus: (row: number, column: number) => void
}

function Row<R, C>({ row, at, heads, drawn, columnId, columnWidth, focused, rowHead, ...of }: MatrixRowProps<R, C>) {
  const isWaiting = row === undefined
  const tabIndex = focused === -1 ? 0 : -1
  return (
    <tr role="row" aria-rowindex={at + heads + 1} aria-busy={isWaiting || undefined} style={{ top: at * ROW_HEIGHT }}>
      <th
        role="rowheader"
        scope="row"
        ref={of.cellRef(at, -1, isWaiting)}
        aria-colindex={1}
        onFocus={() => of.onFocus(at, -1)}
        {...(isWaiting && { tabIndex, 'aria-label': of.waitLabel })}
      >
        {isWaiting ? WAIT : <div style={TWO_LINES}>{rowHead(row, tabIndex)}</div>}
      </th>
      {drawn.map(({ column, at: c }) => (
        <MatrixCell<R, C>
          key={columnId(column)}
          {...of}
          row={row}
          column={column}
          r={at}
          c={c}
          width={columnWidth}
          tabIndex={focused === c ? 0 : -1}
        />
      ))}
    </tr>
  )
}

interface MatrixCellProps<R, C> extends Pick<MatrixRowProps<R, C>, 'row' | 'cell' | 'emptyLabel' | 'waitLabel' | 'cellRef' | 'onFocus'> {
  column: C
  r: number
  c: number
  width: number
  tabIndex: 0 | -1
}

function Cell<R, C>({ row, column, r, c, width, tabIndex, cell, emptyLabel, waitLabel, cellRef, onFocus }: MatrixCellProps<R, C>) {
  const isWaiting = row === undefined
  const content = isWaiting ? null : cell(row, column, tabIndex)
  return (
    <td
      role="gridcell"
      ref={cellRef(r, c, isWaiting)}
      aria-colindex={c + 2}
      onFocus={() => onFocus(r, c)}
      style={{ left: HEAD_WIDTH + c * width, width }}
      {...(content === null && { tabIndex, 'aria-label': isWaiting ? waitLabel : emptyLabel })}
    >
      {isWaiting ? WAIT : content}
    </td>
  )
}

// Memoized: scrolling renders only what comes into view.
const MatrixCell = memo(Cell) as typeof Cell
/** One row of a matrix: its header, and its cells in the rendered columns. */
export const MatrixRow = memo(Row) as typeof Row

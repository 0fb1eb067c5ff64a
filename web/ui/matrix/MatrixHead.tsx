import type { ReactNode } from 'react'
import { HEAD_WIDTH } from './matrix_styles.js'
import type { useGridKeys } from './use_grid_keys.js'

interface MatrixHeadProps<C> {
  drawn: readonly { column: C; at: number }[]
  columnId: (column: C) => string | number
  columnWidth: number
  corner: ReactNode
  subCorner?: ReactNode
  columnHead: (column: C, tabIndex: 0 | -1) => ReactNode
  columnSub?: ((column: C) => ReactNode) | undefined
  keys: Pick<ReturnType<typeof useGridKeys>, 'cellRef' | 'onFocus' | 'tabIndexOf'>
}

/** The header lines of a matrix: the names of its columns, and their numbers where there are any. */
export function MatrixHead<C>({ drawn, columnId, columnWidth, corner, subCorner, columnHead, columnSub, keys }: MatrixHeadProps<C>) {
  // In the normal flow, so that a name of three lines makes all headers higher; columns that are not rendered are a margin before the
  // first.
  const before = { width: columnWidth, marginLeft: (drawn[0]?.at ?? 0) * columnWidth }
  const styleOf = (index: number) => (index === 0 ? before : { width: columnWidth })
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <th role="columnheader" scope="col" aria-colindex={1} style={{ width: HEAD_WIDTH }}>
          {corner}
        </th>
        {drawn.map(({ column, at }, index) => (
          <th
            role="columnheader"
            scope="col"
            key={columnId(column)}
            ref={keys.cellRef(-1, at, false)}
            aria-colindex={at + 2}
            onFocus={() => keys.onFocus(-1, at)}
            style={styleOf(index)}
          >
            {columnHead(column, keys.tabIndexOf(-1, at))}
          </th>
        ))}
      </tr>
      {columnSub && (
        <tr role="row" aria-rowindex={2}>
          <th role="rowheader" scope="row" aria-colindex={1} style={{ width: HEAD_WIDTH }}>
            {subCorner}
          </th>
          {drawn.map(({ column, at }, index) => (
            <td role="gridcell" key={columnId(column)} aria-colindex={at + 2} style={styleOf(index)}>
              {columnSub(column)}
            </td>
          ))}
        </tr>
      )}
    </thead>
  )
}

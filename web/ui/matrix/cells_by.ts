/**
 * Returns the cell of a row in a column. A map is built for each row when it is first rendered, and cached as long as the row exists.
 * @returns null for an empty cell
 */
export function cellsBy<R extends { cells: readonly object[] }>(columnOf: (cell: R['cells'][number]) => number) {
  const known = new WeakMap<R, Map<number, R['cells'][number]>>()
  return (row: R, column: number): R['cells'][number] | null => {
    let cells = known.get(row)
    if (!cells) known.set(row, (cells = new Map(row.cells.map((cell) => [columnOf(cell), cell]))))
    return cells.get(column) ?? null
  }
}

/** What a row has in a column. Of each row a map is made when it is first drawn, and kept for as long as the row is. @returns null: nothing */
export function cellsBy<R extends { cells: readonly object[] }>(columnOf: (cell: R['cells'][number]) => number) {
  const known = new WeakMap<R, Map<number, R['cells'][number]>>()
  return (row: R, column: number): R['cells'][number] | null => {
    let cells = known.get(row)
    if (!cells) known.set(row, (cells = new Map(row.cells.map((cell) => [columnOf(cell), cell]))))
    return cells.get(column) ?? null
  }
}

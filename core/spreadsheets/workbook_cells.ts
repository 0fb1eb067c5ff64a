import type { Cell, Sheet } from 'hucre'

export const MAX_COLUMNS = 100

/** A number as its zeros show it: 417 with the format `00000` is `00417`. Pure. */
function withZeros({ value, style }: Cell): string | null {
  const format = style?.numFmt ?? ''
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && /^0{2,20}$/.test(format)
    ? String(value).padStart(format.length, '0')
    : null
}

/**
 * The rows of a sheet as a person sees them. Numbers have the zeros that their format adds, and merged rows repeat their value. A formula
 * without a computed result is returned as its text, so that it is refused instead of read as empty. Pure.
 */
export function filledSheet({ rows = [], cells, merges = [] }: Sheet): unknown[][] {
  const filled: unknown[][] = rows.map((row) => [...row])
  for (const [place, cell] of cells ?? []) {
    const [row, column] = place.split(',').map(Number) as [number, number]
    const isOpen = cell.type === 'formula' && (cell.value ?? null) === null && (cell.formulaResult ?? null) === null
    const text = isOpen ? `=${cell.formula ?? ''}` : withZeros(cell)
    if (text !== null && filled[row]) filled[row][column] = text
  }
  // Only downwards: a title over many columns is written once. Ranges do not overlap, unless somebody made the workbook to fill memory.
  let left = filled.length * MAX_COLUMNS
  for (const { startRow, endRow, startCol, endCol } of merges)
    if (startCol === endCol && startCol < MAX_COLUMNS)
      for (let row = startRow + 1; row <= Math.min(endRow, filled.length - 1) && left > 0; row++, left--)
        filled[row]![startCol] = filled[startRow]?.[startCol]
  return filled
}

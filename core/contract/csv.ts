export type CsvValue = string | number | null | undefined

// Spreadsheet programs run a cell that starts like a formula: an apostrophe makes it text.
// Excel takes the wide forms of East Asian keyboards for the same signs, and looks past a line break.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  // Commas too: where a list separator is a comma, `a,=1+2` would become a formula in a cell of its own.
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file with semicolons, its end included. No cell of it is a formula. Pure. */
export function csvLine(row: readonly CsvValue[]): string {
  return `${row.map(cell).join(';')}\r\n`
}

/** Rows as CSV with semicolons and a byte order mark, the way Dutch Excel opens it without asking. Pure. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[header, ...rows].map(csvLine).join('')}`
}

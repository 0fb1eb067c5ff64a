export type CsvValue = string | number | null | undefined

// Spreadsheet programs run a cell that starts like a formula; an apostrophe makes it text. Excel treats the full-width forms of East Asian
// keyboards as the same characters, and skips a line break.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  // Commas too: where the list separator is a comma, `a,=1+2` would become a formula in a separate cell.
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file with semicolons, including its line ending. No cell of it is a formula. Pure. */
export function csvLine(row: readonly CsvValue[]): string {
  return `${row.map(cell).join(';')}\r\n`
}

/** Rows as CSV with semicolons and a byte order mark, so that Dutch Excel opens it without asking. Pure. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[header, ...rows].map(csvLine).join('')}`
}

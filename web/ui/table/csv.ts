import type { TableColumn } from './table_types.js'

/** A cell that starts like a formula is run by spreadsheet programs: an apostrophe makes it text. */
function cell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV with semicolons and a byte order mark, the way Dutch Excel opens it without asking. */
export function toCsv<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): string {
  const lines = [columns.map((column) => cell(column.label)), ...rows.map((row) => columns.map((column) => cell(column.value(row))))]
  return `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}`
}

/** Hands a text to the browser as a download. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

import { downloadFile } from '../../boot/download_file.js'
import { toCsv } from '#core/contract/csv'
import type { TableColumn } from './table_types.js'

/** The rows of a table as CSV, with the table's headers. */
export function tableCsv<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): string {
  return toCsv(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map((column) => column.value(row))),
  )
}

/** Offers a text as a download. */
export function downloadText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

import { invalid } from '../contract/errors.js'
import { isDay } from '../contract/day.js'
import { runInWorker } from '../workers/run_in_worker.js'
import { plainHeading, shortHeading } from './heading.js'
import type { ParsedTable, TableFile } from './parse_spreadsheet.js'

const CODES = new Set(['empty_file', 'broken_file', 'open_quote', 'old_excel', 'too_large', 'too_many_rows', 'too_many_columns'])

export interface TableOrder extends Omit<TableFile, 'bytes' | 'headings'> {
  /** The wanted columns, as for `matchColumns`. The sheet and the heading are found by them. */
  names: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads a CSV or XLSX file with any encoding and separator, in a worker thread.
 * @param order `sheet` and `headingLine` when a person chose them
 * @throws AppError 422 on `file`: empty_file, broken_file, open_quote, old_excel, too_large, too_many_rows, too_many_columns
 */
export async function readSpreadsheet(bytes: Uint8Array, { names, ...order }: TableOrder): Promise<ParsedTable> {
  try {
    return await runInWorker<ParsedTable>(new URL('./parse_spreadsheet.js', import.meta.url), {
      bytes,
      ...order,
      headings: Object.values(names).flat(),
    })
  } catch (error) {
    const code = error instanceof Error ? error.message : ''
    throw invalid('file', CODES.has(code) ? code : 'broken_file')
  }
}

/**
 * Finds columns by their headings. Of two columns for one field, the one whose name comes first in the list. Pure.
 * @param names of each field, normalised: `{ email: ['email', 'emailadres'] }`
 * @returns the position of each field's column; null when there is none
 */
export function matchColumns<F extends string>(
  head: readonly string[],
  names: Readonly<Record<F, readonly string[]>>,
): Record<F, number | null> {
  const forms = [head.map(plainHeading), head.map(shortHeading)]
  const entries = Object.entries<readonly string[]>(names).map(([field, known]) => {
    const places = forms.flatMap((plain) => known.map((name) => plain.indexOf(name)))
    return [field, places.find((place) => place >= 0) ?? null]
  })
  return Object.fromEntries(entries) as Record<F, number | null>
}

const two = (text: string) => text.padStart(2, '0')

const MONTHS: readonly (readonly string[])[] = [
  ['januari', 'january', 'jan'],
  ['februari', 'february', 'feb'],
  ['maart', 'march', 'mrt', 'mar'],
  ['april', 'apr'],
  ['mei', 'may'],
  ['juni', 'june', 'jun'],
  ['juli', 'july', 'jul'],
  ['augustus', 'august', 'aug'],
  ['september', 'sept', 'sep'],
  ['oktober', 'october', 'okt', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
]
/** Spreadsheets count days from this date. They treat 1900 as a leap year, which it was not. */
const SPREADSHEET_BEGAN = Date.UTC(1899, 11, 30)

/** `32933`, a spreadsheet's day number, for 1927 to 2064 only, so that no year is read as one. */
function daySinceSpreadsheets(text: string): string | null {
  if (!/^[1-6]\d{4}$/.test(text) || Number(text) > 60_000) return null
  return new Date(SPREADSHEET_BEGAN + Number(text) * 86_400_000).toISOString().slice(0, 10)
}

/** `1 maart 1990`, `1 mrt. 1990`, `1-mar-1990`. */
function dayWithMonth(text: string): string | null {
  const [, day, name, year] = /^(\d{1,2})[ .-]+([a-z]+)\.?[ -]+(\d{4})$/i.exec(text) ?? []
  const month = name ? MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1 : 0
  return month ? `${year}-${two(String(month))}-${two(day!)}` : null
}

/**
 * Reads a date as people write it: `1990-03-01`, `1-3-1990` (with `-`, `/` or `.`; the day comes first), both also with the hour of
 * midnight, `19900301`, `1 maart 1990` in Dutch or English, or a spreadsheet's day number. Pure.
 * @returns `yyyy-mm-dd`, or null when it is no date
 */
export function readDay(text: string): string | null {
  const [, y, m, d] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ]00:00.*)?$/.exec(text) ?? []
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: 0{1,2}:00(?::00)?)?$/.exec(text) ?? []
  const iso = year
    ? `${year}-${two(month!)}-${two(day!)}`
    : y
      ? `${y}-${two(m!)}-${two(d!)}`
      : (daySinceSpreadsheets(text) ?? dayWithMonth(text))
  return isDay(iso) ? iso : null
}

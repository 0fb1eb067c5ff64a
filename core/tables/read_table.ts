import { invalid } from '../contract/errors.js'
import { isDay } from '../contract/day.js'
import { runInWorker } from '../workers/run_in_worker.js'
import { plainHeading } from './heading.js'
import type { ParsedTable, TableFile } from './parse_table.js'

const CODES = new Set(['empty_file', 'broken_file', 'old_excel', 'too_large', 'too_many_rows', 'too_many_columns'])

export interface TableOrder extends Omit<TableFile, 'bytes' | 'headings'> {
  /** Of the columns that are looked for, as for `matchColumns`: by them the sheet and the heading are found. */
  names: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads a CSV or XLSX file that somebody gave, whatever its encoding and separator, in a thread of its own.
 * @param order `sheet` and `headingLine` where somebody chose them
 * @throws AppError 422 on `file`: empty_file, broken_file, old_excel, too_large, too_many_rows, too_many_columns
 */
export async function readTable(bytes: Uint8Array, { names, ...order }: TableOrder): Promise<ParsedTable> {
  try {
    return await runInWorker<ParsedTable>(new URL('./parse_table.js', import.meta.url), {
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
 * Finds columns by what their headings are called. Pure.
 * @param names of each field, in small letters alone: `{ email: ['email', 'emailadres'] }`
 * @returns the place of each field's column; null where none is called so
 */
export function matchColumns<F extends string>(
  head: readonly string[],
  names: Readonly<Record<F, readonly string[]>>,
): Record<F, number | null> {
  const plain = head.map(plainHeading)
  const entries = Object.entries<readonly string[]>(names).map(([field, known]) => {
    const place = plain.findIndex((name) => known.includes(name))
    return [field, place < 0 ? null : place]
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
/** A spreadsheet counts days from this one; 1900 was no leap year, which it does not know. */
const SPREADSHEET_BEGAN = Date.UTC(1899, 11, 30)

/** `32933`, as a spreadsheet keeps a day: of 1927 to 2064, so that no year is taken for one. */
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
 * A day as people write it: `1990-03-01`, `1-3-1990` (with `-`, `/` or `.`; the day comes first), `19900301`, `1 maart 1990` in Dutch or
 * English, or the number by which a spreadsheet keeps it. Pure.
 * @returns `yyyy-mm-dd`, or null for what is no day
 */
export function readDay(text: string): string | null {
  const [, y, m, d] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ]00:00.*)?$/.exec(text) ?? []
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  const iso = year
    ? `${year}-${two(month!)}-${two(day!)}`
    : y
      ? `${y}-${two(m!)}-${two(d!)}`
      : (daySinceSpreadsheets(text) ?? dayWithMonth(text))
  return isDay(iso) ? iso : null
}

import { invalid } from '../contract/errors.js'
import { isDay } from '../contract/day.js'
import { runInWorker } from '../workers/run_in_worker.js'
import { plainName } from './column_names.js'
import type { ParsedTable, TableFile } from './parse_table.js'

const CODES = new Set(['empty_file', 'broken_file', 'old_excel', 'too_large', 'too_many_rows', 'too_many_columns'])

export interface TableOrder extends Pick<TableFile, 'maxRows' | 'sheet' | 'headingLine'> {
  /** What the heading of each field may be called, in small letters alone: finds the sheet and the line with the headings. */
  fields?: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads a CSV or XLSX file that somebody gave, whatever its encoding and separator, in a thread of its own.
 * @param order `maxRows`: below the heading; `sheet` and `headingLine` where somebody chose them
 * @throws AppError 422 on `file`: empty_file, broken_file, old_excel, too_large, too_many_rows, too_many_columns
 */
export async function readTable(bytes: Uint8Array, { fields = {}, ...order }: TableOrder): Promise<ParsedTable> {
  try {
    const file: TableFile = { bytes, ...order, fields: Object.values(fields) }
    return await runInWorker<ParsedTable>(new URL('./parse_table.js', import.meta.url), file)
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
  const plain = head.map(plainName)
  const entries = Object.entries<readonly string[]>(names).map(([field, known]) => {
    const place = plain.findIndex((name) => known.includes(name))
    return [field, place < 0 ? null : place]
  })
  return Object.fromEntries(entries) as Record<F, number | null>
}

const two = (text: string) => text.padStart(2, '0')

/**
 * A day as people write it: `1990-03-01`, `1-3-1990` (with `-`, `/` or `.`; the day comes first), `19900301`. Pure.
 * @returns `yyyy-mm-dd`, or null for what is no day
 */
export function readDay(text: string): string | null {
  const [, y, m, d] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ]00:00.*)?$/.exec(text) ?? []
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${two(month!)}-${two(day!)}` : y ? `${y}-${two(m!)}-${two(d!)}` : null
  return isDay(iso) ? iso : null
}

/** The first letters of the months in Dutch, English and German, without accents. */
const MONTHS = ['jan', 'feb', 'mar|mrt|maa|mae', 'apr', 'mei|may|mai', 'jun', 'jul', 'aug', 'sep', 'okt|oct', 'nov', 'dec|dez'].map(
  (starts) => new RegExp(`^(${starts})`),
)
const monthOf = (name: string): number => {
  const plain = plainName(name)
  return MONTHS.findIndex((month) => month.test(plain)) + 1
}
const DAY_MS = 86_400_000
/** Excel counts days from here. */
const EXCEL_START = Date.UTC(1899, 11, 30)

/**
 * A day of birth as people and programs write it: as `readDay` does, and `1 maart 1990`, `March 1, 1990`, a year of two figures
 * (`01-02-90`: the last such day before today) and the number of a day in Excel (`32933`). Pure.
 * @returns `yyyy-mm-dd`, or null for what is no day
 */
export function readBirthdate(text: string, today: string): string | null {
  const known = readDay(text)
  if (known) return known
  if (/^\d{5}$/.test(text)) return new Date(EXCEL_START + Number(text) * DAY_MS).toISOString().slice(0, 10)
  const inWords = /^(\d{1,2})[.]?[-/ ]?\s*(\p{L}+)[.,]?[-/ ]?\s*(\d{4}|\d{2})$/u.exec(text)
  const english = /^(\p{L}+)[.]? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u.exec(text)
  const short = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2})$/.exec(text)
  const [day, month, year] = inWords
    ? [inWords[1]!, String(monthOf(inWords[2]!)), inWords[3]!]
    : english
      ? [english[2]!, String(monthOf(english[1]!)), english[3]!]
      : (short?.slice(1) ?? [])
  if (!day || !month || !year) return null
  if (year.length === 4) return readDay(`${day}-${month}-${year}`)
  const century = Number(today.slice(0, 2))
  const latest = readDay(`${day}-${month}-${century}${year}`)
  return latest && latest <= today ? latest : readDay(`${day}-${month}-${century - 1}${year}`)
}

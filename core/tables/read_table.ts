import { invalid } from '../contract/errors.js'
import { isDay } from '../contract/day.js'
import { runInWorker } from '../workers/run_in_worker.js'
import type { ParsedTable } from './parse_table.js'

const CODES = new Set(['empty_file', 'broken_file', 'old_excel', 'too_large', 'too_many_rows', 'too_many_columns'])

/**
 * Reads a CSV or XLSX file that somebody gave, whatever its encoding and separator, in a thread of its own.
 * @param maxRows rows below the heading
 * @throws AppError 422 on `file`: empty_file, broken_file, old_excel, too_large, too_many_rows, too_many_columns
 */
export async function readTable(bytes: Uint8Array, { maxRows }: { maxRows: number }): Promise<ParsedTable> {
  try {
    return await runInWorker<ParsedTable>(new URL('./parse_table.js', import.meta.url), { bytes, maxRows })
  } catch (error) {
    const code = error instanceof Error ? error.message : ''
    throw invalid('file', CODES.has(code) ? code : 'broken_file')
  }
}

const plainName = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

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

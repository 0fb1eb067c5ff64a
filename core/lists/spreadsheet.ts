import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { DateTime } from 'luxon'
import { csvLine } from '../contract/csv.js'
import type { CellValue, ColumnKind } from '../contract/lists.js'
import { zone } from '../i18n/zone.js'

export const FILE_FORMATS = ['csv', 'xlsx'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const FILE_TYPES: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface FileColumn {
  header: string
  kind: ColumnKind
}

// Characters that XML cannot contain, and the most that Excel takes in a cell.
// eslint-disable-next-line no-control-regex
const UNSAYABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const MOST_LETTERS = 32_767
const WIDTH: Record<ColumnKind, number> = { text: 28, number: 12, day: 14, moment: 18, choice: 18, flag: 10 }
const FORMAT: Partial<Record<ColumnKind, string>> = { day: 'dd-mm-yyyy', moment: 'dd-mm-yyyy hh:mm' }

/** A moment or a day in the running company's time zone. */
function onTheClock(value: CellValue, kind: ColumnKind): DateTime | null {
  if (value instanceof Date) {
    const local = DateTime.fromJSDate(value).setZone(zone())
    return kind === 'day' ? local.startOf('day') : local
  }
  return typeof value === 'string' ? DateTime.fromISO(value, { zone: zone() }) : null
}

function csvValue(value: CellValue, kind: ColumnKind): string | number | null {
  if (kind === 'day' || kind === 'moment') {
    return onTheClock(value, kind)?.toFormat(kind === 'day' ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm') ?? null
  }
  return typeof value === 'boolean' || value instanceof Date ? String(value) : value
}

function xlsxValue(value: CellValue, kind: ColumnKind): string | number | Date | null {
  if (kind === 'day' || kind === 'moment') {
    const local = onTheClock(value, kind)
    // A sheet has no time zones: the cell shows the local time.
    return local ? local.setZone('utc', { keepLocalTime: true }).toJSDate() : null
  }
  // Text is always stored as text, whatever it starts with: spreadsheet programs only run formula cells.
  return typeof value === 'number' || value === null ? value : String(value).toWellFormed().replace(UNSAYABLE, '').slice(0, MOST_LETTERS)
}

/**
 * A valid sheet name as close as possible to the given one. Excel allows no apostrophe at either end, no empty name, and reserves
 * "History". Pure.
 */
function sheetName(name: string): string {
  const plain = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/^['\s]+|['\s]+$/g, '')
  return !plain || plain.toLowerCase() === 'history' ? `${plain}_` : plain
}

/** Pulls each batch in the scope in which the file was started, whatever the scope of the stream's reader. */
function inPresentScope<T>(batches: AsyncIterable<T>): AsyncIterable<T> {
  const run = AsyncLocalStorage.snapshot()
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = batches[Symbol.asyncIterator]()
      return {
        next: () => run(() => iterator.next()),
        return: () => run(async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
      }
    },
  } as AsyncIterable<T>
}

/**
 * Streams rows as a file; only one batch is in memory. No cell is run as a formula. CSV has a byte order mark and semicolons, so that Dutch
 * Excel opens it without asking. XLSX has real dates.
 * @param sheet wanted name of the sheet
 */
export function spreadsheet(
  format: FileFormat,
  sheet: string,
  columns: readonly FileColumn[],
  batches: AsyncIterable<CellValue[][]>,
): Readable {
  const scoped = inPresentScope(batches)
  if (format === 'csv') return Readable.from(csvChunks(columns, scoped))
  const stream = writeXlsxStream(xlsxRows(columns, scoped), {
    name: sheetName(sheet),
    freezePane: { rows: 1 },
    columns: columns.map(({ header, kind }, index) => ({
      header,
      key: String(index),
      width: WIDTH[kind],
      ...(FORMAT[kind] && { numFmt: FORMAT[kind] }),
    })),
  })
  return Readable.fromWeb(stream as never)
}

async function* csvChunks(columns: readonly FileColumn[], batches: AsyncIterable<CellValue[][]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(({ header }) => header))}`
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(row.map((value, index) => csvValue(value, columns[index]!.kind)))).join('')
  }
}

async function* xlsxRows(columns: readonly FileColumn[], batches: AsyncIterable<CellValue[][]>) {
  for await (const rows of batches) {
    for (const row of rows) yield row.map((value, index) => xlsxValue(value, columns[index]!.kind))
  }
}

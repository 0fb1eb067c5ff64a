import { readXlsx } from 'hucre/xlsx'
import { fromBuffer } from 'yauzl'
import { findHeading, NO_HEADING } from './heading.js'
import { readText } from './read_text.js'
import { filledSheet, MAX_COLUMNS } from './workbook_cells.js'

// Runs in a worker thread (core/workers), so that a large file blocks no request. Its errors are codes.

export interface TableFile {
  bytes: Uint8Array
  /** Rows below the heading; more are refused. */
  maxRows: number
  /** Names of the wanted columns, normalised. */
  headings: readonly string[]
  /** The chosen visible sheet, from 0; by default it is detected. */
  sheet?: number
  /** The chosen line of the headings, counted as in a spreadsheet; 0 for a table without headings; by default it is detected. */
  headingLine?: number
}

export interface ParsedTable {
  /** Without headings: the numbers and first cells of the columns. */
  head: string[]
  /** The line of the headings; 0 without. */
  headingLine: number
  /** Names of the visible sheets (none for a CSV file), and which of them was read. */
  sheets: string[]
  sheet: number
  /** `line` counts as in a spreadsheet: the heading is usually line 1. */
  rows: { line: number; cells: string[] }[]
}

/** The heading, a title above it, and empty rows. */
const MOST_ABOVE_ROWS = 50
const MOST_LETTERS = 1000
/** Characters in all cells together: a workbook stores a text once and can refer to it in a million cells. */
const MOST_LETTERS_IN_ALL = 40_000_000
/** Limits of an unpacked workbook: bytes and number of parts. */
const MOST_UNPACKED = 150 * 1024 * 1024
const MOST_PARTS = 2000

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

/**
 * Refuses a workbook that would unpack to more than the limit. The reader relies on the sizes that the parts declare, so they have to be
 * present.
 */
async function refuseBomb(bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(new Error('broken_file'))
      let unpacked = 0
      let parts = 0
      zip.on('entry', ({ uncompressedSize, compressedSize }: { uncompressedSize: number; compressedSize: number }) => {
        unpacked += uncompressedSize
        const hidesSize = uncompressedSize === 0 && compressedSize > 2
        if (++parts > MOST_PARTS || unpacked > MOST_UNPACKED || hidesSize) return reject(new Error('too_large'))
        zip.readEntry()
      })
      zip.on('error', () => reject(new Error('broken_file')))
      zip.on('end', () => resolve())
      zip.readEntry()
    })
  })
}

const cellText = (cell: unknown): string => {
  // A date in a sheet has no time zone; the library returns it at midnight UTC.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  // Half a surrogate pair, from the workbook or where the text was cut, is no character, and the database refuses it.
  return (typeof cell === 'object' ? '' : String(cell ?? '')).trim().slice(0, MOST_LETTERS).toWellFormed()
}

interface Sheet {
  name: string
  rows: unknown[][]
}

async function sheetsOf({ bytes, maxRows }: TableFile, known: ReadonlySet<string>): Promise<Sheet[]> {
  // An .xls file from before 2007, or a workbook with a password.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Error('old_excel')
  if (!startsWith(bytes, 0x50, 0x4b)) return [{ name: '', rows: readText(bytes, known) }]
  await refuseBomb(bytes)
  try {
    const book = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
      maxRows: maxRows + MOST_ABOVE_ROWS,
      readStyles: true,
    })
    return book.sheets.map((sheet) => ({ name: sheet.name.toWellFormed(), rows: filledSheet(sheet) }))
  } catch {
    throw new Error('broken_file')
  }
}

type Row = ParsedTable['rows'][number]

/** Rows with content. @throws Error broken_file, too_large, too_many_columns */
function filledRows(sheet: readonly unknown[][]): Row[] {
  let letters = 0
  return sheet.flatMap((row, index) => {
    const cells = Array.from(row, cellText)
    if (!cells.some(Boolean)) return []
    if (cells.length > MAX_COLUMNS) throw new Error('too_many_columns')
    letters += cells.reduce((sum, { length }) => sum + length, 0)
    if (letters > MOST_LETTERS_IN_ALL) throw new Error('too_large')
    // No text has this character, and the database refuses it: it is UTF-16 without a byte order mark, or no table.
    if (cells.some((cell) => cell.includes('\0'))) throw new Error('broken_file')
    return [{ line: index + 1, cells }]
  })
}

/**
 * Reads a CSV file or one sheet of a workbook: the chosen sheet, else the first with known headings, else the first with content. Rows
 * above the heading are skipped.
 * @throws Error empty_file, broken_file, open_quote, old_excel, too_large, too_many_rows, too_many_columns
 */
export default async function parseTable(file: TableFile): Promise<ParsedTable> {
  const known = new Set(file.headings)
  const sheets = await sheetsOf(file, known)
  let first: { rows: Row[]; place: number; sheet: number } | undefined
  for (const [sheet, { rows: all }] of sheets.entries()) {
    if (file.sheet !== undefined && file.sheet !== sheet) continue
    const rows = filledRows(all)
    if (!rows.length) continue
    const { headingLine: line } = file
    const found = findHeading(
      rows.map((row) => row.cells),
      known,
    )
    const place = line === undefined ? found.place : line === 0 ? NO_HEADING : rows.findIndex((row) => row.line >= line)
    if (line && place < 0) continue
    if (found.isKnown) {
      first = { rows, place, sheet }
      break
    }
    first ??= { rows, place, sheet }
  }
  if (!first) throw new Error('empty_file')
  const { place, sheet } = first
  const rows = first.rows.slice(place + 1)
  if (rows.length > file.maxRows) throw new Error('too_many_rows')
  const names = sheets.flatMap(({ name }) => (name ? [name] : []))
  const { line, cells } = first.rows[Math.max(0, place)]!
  const head = place === NO_HEADING ? cells.map((cell, index) => `${index + 1}: ${cell}`) : cells
  return { head, headingLine: place === NO_HEADING ? 0 : line, sheets: names, sheet, rows }
}

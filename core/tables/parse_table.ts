import { detectDelimiter, parseCsv, stripBom } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { fromBuffer } from 'yauzl'
import { fieldsNamed } from './column_names.js'

// Runs in a thread of its own (core/workers): a large file holds up nobody's request. Its errors are codes.

export interface TableFile {
  bytes: Uint8Array
  /** Rows below the heading; more are refused. */
  maxRows: number
  /** What the heading of each field may be called: finds the sheet and the line of the headings. */
  fields?: readonly (readonly string[])[]
  /** Which visible sheet, from 0; else the first with known headings. */
  sheet?: number
  /** The line of the headings, as a spreadsheet counts; else the first line with known headings. */
  headingLine?: number
}

export interface ParsedTable {
  head: string[]
  /** The line of the headings. */
  headingLine: number
  /** Names of the visible sheets; none for a CSV file. */
  sheets: string[]
  /** Which of them was read. */
  sheet: number
  /** `line` as a spreadsheet counts: the heading is usually line 1. */
  rows: { line: number; cells: string[] }[]
}

const MOST_COLUMNS = 100
const MOST_LETTERS = 1000
/** In all cells together: a workbook says a text once and names it in a million cells. */
const MOST_LETTERS_IN_ALL = 40_000_000
/** What a workbook may hold when it is unpacked, in bytes, and of how many parts. */
const MOST_UNPACKED = 150 * 1024 * 1024
const MOST_PARTS = 2000
/** Title lines and notes above the headings. */
const MOST_ABOVE = 30

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

/** UTF-8 or UTF-16 with their marks, UTF-8 without, else what Excel writes on Windows. Pure. */
export function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return stripBom(new TextDecoder('utf-16le').decode(bytes))
  if (startsWith(bytes, 0xfe, 0xff)) return stripBom(new TextDecoder('utf-16be').decode(bytes))
  try {
    return stripBom(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Refuses what would unpack to more than a table can be: the reader goes by the sizes that the parts name, so those have to be there. */
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
  // A day in a sheet has no time zone; its reader gives it at midnight UTC.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  // Half a pair, of a workbook's own or where the text was cut, is no letter, and the database keeps none.
  return (typeof cell === 'object' ? '' : String(cell ?? '')).trim().slice(0, MOST_LETTERS).toWellFormed()
}

interface Sheet {
  name: string
  rows: unknown[][]
}

async function sheetsOf({ bytes, maxRows }: TableFile): Promise<Sheet[]> {
  // An .xls of before 2007, or a workbook with a password.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Error('old_excel')
  if (!startsWith(bytes, 0x50, 0x4b)) {
    const text = textOf(bytes)
    // Excel's own first line.
    const [first, told] = /^sep=(.)\r?\n/i.exec(text) ?? []
    const rows = parseCsv(told ? text.slice(first!.length) : text, { delimiter: told ?? detectDelimiter(text) })
    return [{ name: '', rows }]
  }
  await refuseBomb(bytes)
  try {
    const book = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
      maxRows: maxRows + MOST_ABOVE + 2,
      readStyles: true,
    })
    return book.sheets.map(({ name, rows }) => ({ name, rows }))
  } catch {
    throw new Error('broken_file')
  }
}

/** The place of the first line that names at least two fields, or -1. */
function headingAt(rows: readonly unknown[][], fields: TableFile['fields'] = []): number {
  let filled = 0
  for (const [index, row] of rows.entries()) {
    const cells = row.slice(0, MOST_COLUMNS).map(cellText)
    if (!cells.some(Boolean)) continue
    if (fieldsNamed(cells, fields) >= 2) return index
    if (++filled > MOST_ABOVE) break
  }
  return -1
}

/** Which sheet: the chosen one, else the first with known headings and a line below them, else the first with anything on it. */
function sheetAt(sheets: readonly Sheet[], { sheet, fields }: TableFile): number {
  if (sheet !== undefined) return sheet
  const places = sheets.map((one) => ({
    at: headingAt(one.rows, fields),
    filled: one.rows.filter((row) => row.map(cellText).some(Boolean)),
  }))
  const known = places.findIndex(({ at, filled }) => at >= 0 && filled.length > 1)
  return Math.max(known >= 0 ? known : places.findIndex(({ filled }) => filled.length > 0), 0)
}

/**
 * A sheet of a workbook, or a CSV file.
 * @throws Error empty_file, broken_file, old_excel, too_large, too_many_rows, too_many_columns
 */
export default async function parseTable(file: TableFile): Promise<ParsedTable> {
  const sheets = await sheetsOf(file)
  const sheet = sheetAt(sheets, file)
  const rows = sheets[sheet]?.rows ?? []
  const from = file.headingLine === undefined ? Math.max(headingAt(rows, file.fields), 0) : file.headingLine - 1
  const filled: ParsedTable['rows'] = []
  let letters = 0
  for (const [index, row] of rows.entries()) {
    if (index < from) continue
    const cells = row.map(cellText)
    if (!cells.some(Boolean)) continue
    // The heading is one more.
    if (filled.length > file.maxRows) throw new Error('too_many_rows')
    if (cells.length > MOST_COLUMNS) throw new Error('too_many_columns')
    letters += cells.reduce((sum, { length }) => sum + length, 0)
    if (letters > MOST_LETTERS_IN_ALL) throw new Error('too_large')
    // No text has this letter, and the database keeps none: UTF-16 without its mark, or no table at all.
    if (cells.some((cell) => cell.includes('\0'))) throw new Error('broken_file')
    filled.push({ line: index + 1, cells })
  }
  const head = filled.shift()
  if (!head) throw new Error('empty_file')
  const names = sheets.flatMap(({ name }) => (name ? [name.slice(0, MOST_LETTERS).toWellFormed()] : []))
  return { head: head.cells, headingLine: head.line, sheets: names, sheet, rows: filled }
}

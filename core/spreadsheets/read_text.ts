import { detectDelimiter, parseCsv, stripBom } from 'hucre/csv'
import { findHeading } from './heading.js'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

const LINE_END = 0x0a
/** The number of characters that are checked for UTF-16. Tables are mostly Latin letters, so every other byte is zero. */
const SAMPLE = 200

/** The byte order of UTF-16 without a byte order mark; null for another encoding. Pure. */
function utf16Without(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, 2 * SAMPLE)
  const zeros = [0, 1].map((start) => sample.filter((byte, index) => index % 2 === start && byte === 0).length)
  const most = sample.length / 4
  if (zeros[1]! > most && !zeros[0]) return 'utf-16le'
  return zeros[0]! > most && !zeros[1] ? 'utf-16be' : null
}

/** Decodes each line by itself, because people merge files of two programs. */
function linesOf(bytes: Uint8Array): string {
  const [utf8, windows] = [new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }), new TextDecoder('windows-1252')]
  const lines: string[] = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(LINE_END, at)
    const line = bytes.subarray(at, end < 0 ? bytes.length : end + 1)
    try {
      lines.push(utf8.decode(line))
    } catch {
      lines.push(windows.decode(line))
    }
    at += line.length
  }
  return lines.join('')
}

/** UTF-16 or UTF-8, with a byte order mark or without, else Windows-1252, which Excel writes. Pure. */
export function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return stripBom(new TextDecoder('utf-16le').decode(bytes))
  if (startsWith(bytes, 0xfe, 0xff)) return stripBom(new TextDecoder('utf-16be').decode(bytes))
  const order = utf16Without(bytes)
  if (order) return new TextDecoder(order).decode(bytes)
  try {
    return stripBom(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return stripBom(linesOf(bytes))
  }
}

const DELIMITERS = [';', ',', '\t', '|']
/** The number of characters in which the heading is searched. */
const MOST_LETTERS_OF_HEADING = 20_000

/** The delimiter that gives known headings, else the most regular one: a title above the table may have any of them. Pure. */
function delimiterOf(text: string, known: ReadonlySet<string>): string {
  const start = text.slice(0, MOST_LETTERS_OF_HEADING)
  const rowsOf = (delimiter: string) => parseCsv(start, { delimiter }).map((row) => row.map((cell) => String(cell ?? '')))
  return DELIMITERS.find((delimiter) => findHeading(rowsOf(delimiter), known).isKnown) ?? detectDelimiter(text)
}

/** A line added to the end of the file: a character that no table contains. */
const LAST_LINE = '\u0001'

/**
 * Reads a CSV file with any encoding and separator. Pure.
 * @param known normalised headings
 * @throws Error broken_file for a page, XML or a PDF: personnel systems name these .xls too; open_quote
 */
export function readText(bytes: Uint8Array, known: ReadonlySet<string>): unknown[][] {
  const text = textOf(bytes)
  if (/^\s*<[!?a-z]|^%PDF-|^\{\\rtf/i.test(text)) throw new Error('broken_file')
  // Excel's own first line.
  const [first = '', told] = /^"?sep=(.)"?\r?\n/i.exec(text) ?? []
  // An unclosed quote would put the rest of the file, including this line, into one cell.
  const rows = parseCsv(`${text.slice(first.length).trimEnd()}\n${LAST_LINE}`, { delimiter: told ?? delimiterOf(text, known) })
  if (rows.pop()?.[0] !== LAST_LINE) throw new Error('open_quote')
  return rows
}

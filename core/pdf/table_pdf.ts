import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { ensureContrast, parseHex } from '#themes/color'
import { type Tag, Tags } from './tags.js'
import { Typesetter, type Weight } from './typesetter.js'

/** The content of a printed table. */
export interface TableDrawing {
  title: string
  language: string
  /** The company's colour, for the title and the line below it. */
  color: string
  /** `page` has {page} and {pages}. */
  words: { subtitle: string; page: string }
  /** More lines above the table. */
  facts?: readonly string[]
  heads: { header: string; right: boolean }[]
  rows: string[][]
}

/** A4 landscape, in points. */
const WIDTH = 841.89
const HEIGHT = 595.28
const MARGIN = 36
const SIZE = 8
const LINE = 11
const PAD = 5
const SPACE = WIDTH - 2 * MARGIN
/** Space above the page number. */
const LOWEST = MARGIN + 16
/** Lines per cell; longer texts end in an ellipsis. */
const MAX_LINES = 3

const color = (hex: string) => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}
const INK = color('#14181f')
const GREY = color('#525b69')
const HAIRLINE = color('#dfe3e8')

/** The width of each column: by its longest text, within the page, but never less than the longest word of its heading. */
function widthsOf(type: Typesetter, { heads, rows }: TableDrawing): number[] {
  const sample = rows.slice(0, 200)
  const wanted = heads.map(({ header }, index) => {
    const longest = Math.max(type.width(header, 600, SIZE), ...sample.map((row) => type.width(row[index] ?? '', 400, SIZE)))
    return Math.min(longest, 220) + 2 * PAD
  })
  const total = wanted.reduce((sum, width) => sum + width, 0)
  return wanted.map((width) => (width * SPACE) / total)
}

class Sheet {
  page!: PDFPage
  y = 0
  readonly pages: PDFPage[] = []
  readonly table: Tag

  constructor(
    readonly document: PDFDocument,
    readonly tags: Tags,
    readonly type: Typesetter,
    readonly drawing: TableDrawing,
    readonly widths: number[],
  ) {
    this.head()
    this.table = tags.add('Table')
    this.row(
      drawing.heads.map(({ header }) => header),
      'TH',
    )
  }

  /** @param tag the structure element of the text; null when it is not read aloud */
  write(page: PDFPage, tag: Tag | null, text: string, x: number, y: number, weight: Weight, size = SIZE, ink = INK): void {
    this.type.drawTagged(this.tags, tag, page, text, { x, y, size, weight, color: ink })
  }

  /** Starts a new page unless the next part fits on this one. @param height in points */
  room(height: number): void {
    if (this.y - height >= LOWEST) return
    this.page = this.document.addPage([WIDTH, HEIGHT])
    this.pages.push(this.page)
    this.y = HEIGHT - MARGIN
  }

  /** The part above the table. */
  head(): void {
    this.room(HEIGHT)
    const { drawing, tags, type } = this
    const ink = color(ensureContrast(drawing.color, '#ffffff'))
    const title = type.fit(drawing.title, 600, [18, 15, 13], SPACE, 2)
    const heading = tags.add('H1')
    for (const line of title.lines) this.write(this.page, heading, line, MARGIN, (this.y -= title.size * 1.2), 600, title.size, ink)
    this.write(this.page, tags.add('P'), drawing.words.subtitle, MARGIN, (this.y -= 16), 400, 9, GREY)
    for (const fact of drawing.facts ?? []) {
      const paragraph = tags.add('P')
      for (const line of type.lines(fact, 400, 9, SPACE)) {
        this.room(13)
        this.write(this.page, paragraph, line, MARGIN, (this.y -= 13), 400, 9, GREY)
      }
    }
    this.y -= 14
    // Headings stay with their first row.
    this.room(2 * (MAX_LINES * LINE + 5))
  }

  /** Repeats the headings on a new page. */
  again(): void {
    this.room(HEIGHT)
    this.row(
      this.drawing.heads.map(({ header }) => header),
      'again',
    )
  }

  /** @param kind `again` for repeated headings, which are not read aloud */
  row(values: readonly string[], kind: 'TH' | 'TD' | 'again'): void {
    const weight = kind === 'TD' ? 400 : 600
    const cells = this.drawing.heads.map((_head, index) =>
      this.type.cut(values[index] ?? '', weight, SIZE, this.widths[index]! - 2 * PAD, MAX_LINES),
    )
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * LINE + 5
    if (this.y - height < LOWEST) this.again()
    const row = kind === 'again' ? null : this.tags.add('TR', this.table)
    let x = MARGIN
    cells.forEach((lines, index) => {
      const cell = row && this.tags.add(kind === 'TH' ? 'TH' : 'TD', row)
      const width = this.widths[index]!
      lines.forEach((line, at) => {
        const left = this.drawing.heads[index]!.right ? x + width - PAD - this.type.width(line, weight, SIZE) : x + PAD
        this.write(this.page, cell, line, left, this.y - LINE * (at + 1) + 2, weight)
      })
      x += width
    })
    this.y -= height
    this.tags.artifact(this.page, () =>
      this.page.drawLine({
        start: { x: MARGIN, y: this.y },
        end: { x: WIDTH - MARGIN, y: this.y },
        thickness: weight === 600 ? 1 : 0.5,
        color: HAIRLINE,
      }),
    )
  }
}

/**
 * Draws a report as a table on A4, with its headings on each page. Runs in a worker thread (table.ts), so it uses no service of the
 * application.
 * @returns the PDF's bytes
 */
export default async function drawTable(drawing: TableDrawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { title, words, language, heads, rows } = drawing
  const type = await Typesetter.for(document, [
    title,
    JSON.stringify(words),
    (drawing.facts ?? []).join(' '),
    JSON.stringify(heads),
    JSON.stringify(rows),
    '0123456789',
  ])
  const tags = new Tags(document, { title, language })
  const sheet = new Sheet(document, tags, type, drawing, widthsOf(type, drawing))
  for (const row of rows) sheet.row(row, 'TD')
  sheet.pages.forEach((page, index) => {
    const text = words.page.replace('{page}', String(index + 1)).replace('{pages}', String(sheet.pages.length))
    sheet.write(page, null, text, WIDTH - MARGIN - type.width(text, 400, SIZE), MARGIN - 8, 400, SIZE, GREY)
  })
  tags.finish()
  return document.save()
}

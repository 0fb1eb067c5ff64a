import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { ensureContrast, parseHex } from '#themes/color'
import { type Tag, Tags, Typesetter, type Weight } from '#core/kit/pdf'
import type { QrPath } from '#core/kit/qr'
import type { PassportWords } from '../words.js'

/** A4 portrait, in points. */
const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 48
const LOWEST = MARGIN + 24
const QR = 92
const SPACE = WIDTH - 2 * MARGIN
/** Horizontal position of the dates. */
const FROM = MARGIN + SPACE - 200
const UNTIL = MARGIN + SPACE - 100

export interface PassportDrawing {
  language: string
  words: PassportWords
  person: string
  company: string
  color: string
  validOn: string
  qr: QrPath | null
  parts: { title: string; lines: { name: string; from: string; until: string }[] }[]
}

const color = (hex: string) => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}
const INK = color('#14181f')
const GREY = color('#525b69')

class Sheet {
  page!: PDFPage
  y = 0
  readonly pages: PDFPage[] = []

  constructor(
    readonly document: PDFDocument,
    readonly tags: Tags,
    readonly type: Typesetter,
  ) {
    this.turn()
  }

  turn(): void {
    this.page = this.document.addPage([WIDTH, HEIGHT])
    this.pages.push(this.page)
    this.y = HEIGHT - MARGIN
  }

  /** @param height in points, needed by the next part */
  room(height: number): void {
    if (this.y - height < LOWEST) this.turn()
  }

  write(tag: Tag | null, text: string, x: number, weight: Weight, size: number, ink = INK, page = this.page, y = this.y): void {
    this.type.drawTagged(this.tags, tag, page, text, { x, y, size, weight, color: ink })
  }
}

/**
 * Draws a safety passport. Runs in a worker thread, so it uses no service of the application.
 * @returns the PDF's bytes
 */
export default async function drawPassport(drawing: PassportDrawing): Promise<Uint8Array> {
  const { words, person, company, validOn, parts, language } = drawing
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [JSON.stringify({ words, person, company, validOn, parts }), '0123456789'])
  const tags = new Tags(document, { title: `${words.title}: ${person}`, language })
  const sheet = new Sheet(document, tags, type)
  head(sheet, drawing)
  if (!parts.length) {
    sheet.y -= 24
    sheet.write(tags.add('P'), words.none, MARGIN, 400, 11)
  }
  for (const { title, lines } of parts) {
    sheet.room(60)
    sheet.y -= 28
    sheet.write(tags.add('H2'), title, MARGIN, 600, 12, color(ensureContrast(drawing.color, '#ffffff')))
    for (const { name, from, until } of lines) {
      const cut = type.cut(name, 400, 9.5, FROM - MARGIN - 10, 2)
      sheet.room(cut.length * 12 + 4)
      const paragraph = tags.add('P')
      sheet.y -= 15
      sheet.write(paragraph, from, FROM, 400, 9.5, GREY)
      sheet.write(paragraph, until, UNTIL, 400, 9.5)
      cut.forEach((line, at) => {
        if (at) sheet.y -= 12
        sheet.write(paragraph, line, MARGIN, 400, 9.5)
      })
    }
  }
  sheet.room(40)
  sheet.y -= 30
  sheet.write(tags.add('P'), words.no_medical, MARGIN, 400, 8.5, GREY)
  sheet.pages.forEach((page, index) => {
    const text = words.page.replace('{page}', String(index + 1)).replace('{pages}', String(sheet.pages.length))
    sheet.write(null, text, WIDTH - MARGIN - type.width(text, 400, 8), 400, 8, GREY, page, MARGIN - 8)
  })
  tags.finish()
  return document.save()
}

/** The name, the company, the date and the QR code. */
function head(sheet: Sheet, { words, person, company, validOn, qr, color: brand }: PassportDrawing): void {
  const { tags, type, page } = sheet
  const wide = SPACE - (qr ? QR + 20 : 0)
  if (qr) {
    const scale = QR / qr.modules
    tags.artifact(page, () =>
      page.drawSvgPath(qr.path, { x: WIDTH - MARGIN - QR, y: HEIGHT - MARGIN, scale, color: rgb(0, 0, 0), borderWidth: 0 }),
    )
  }
  sheet.y -= 18
  sheet.write(tags.add('H1'), words.title, MARGIN, 600, 20, color(ensureContrast(brand, '#ffffff')))
  const name = type.fit(person, 600, [16, 13, 11], wide, 2)
  const paragraph = tags.add('P')
  for (const line of name.lines) {
    sheet.y -= name.size * 1.5
    sheet.write(paragraph, line, MARGIN, 600, name.size)
  }
  for (const text of [company, validOn, ...(qr ? [words.check] : [])]) {
    const lines = type.lines(text, 400, 10, wide)
    const tag = tags.add('P')
    for (const line of lines) {
      sheet.y -= 15
      sheet.write(tag, line, MARGIN, 400, 10, GREY)
    }
  }
  sheet.y = Math.min(sheet.y, qr ? HEIGHT - MARGIN - QR : sheet.y) - 26
  sheet.write(tags.add('P'), words.from, FROM, 600, 8.5, GREY)
  sheet.write(tags.add('P'), words.until, UNTIL, 600, 8.5, GREY)
}

import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { parseHex, readableOn } from '#themes/color'
import { Tags, Typesetter, type Weight } from '#core/kit/pdf'
import type { QrPath } from '#core/kit/qr'

/** A4 portrait with two columns of five cards, in points. A card is as large as a bank card. */
const PAGE = { width: 595.28, height: 841.89 }
const CARD = { width: 242.65, height: 153.07 }
const ROWS = 5
const LEFT = (PAGE.width - 2 * CARD.width - 12) / 2
const TOP = PAGE.height - (PAGE.height - ROWS * CARD.height) / 2
const BAR = 26
const PAD = 12
const QR = 72

export interface CardDrawing {
  title: string
  language: string
  cards: {
    name: string
    company: string
    number: string
    code: string
    color: string
    qr: QrPath
    words: { number: string; code: string; how: string }
  }[]
}

const color = (hex: string) => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}
const INK = color('#14181f')
const GREY = color('#525b69')

/**
 * Draws sign-in cards for people without an e-mail address, ten on a page, to cut out. Runs in a worker thread.
 * @returns the PDF's bytes
 */
export default async function drawCards({ title, language, cards }: CardDrawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [title, JSON.stringify(cards.map(({ qr: _qr, ...card }) => card)), '0123456789 '])
  const tags = new Tags(document, { title, language })
  let page!: PDFPage
  cards.forEach((card, index) => {
    const place = index % (2 * ROWS)
    if (place === 0) page = document.addPage([PAGE.width, PAGE.height])
    const x = LEFT + (place % 2) * (CARD.width + 12)
    const top = TOP - Math.floor(place / 2) * CARD.height
    const tag = tags.add('P')
    const width = CARD.width - 2 * PAD
    const write = (text: string, y: number, weight: Weight, size: number, ink = INK) =>
      type.drawTagged(tags, tag, page, text, { x: x + PAD, y, size, weight, color: ink })
    tags.artifact(page, () => {
      page.drawRectangle({
        x,
        y: top - CARD.height,
        width: CARD.width,
        height: CARD.height,
        borderColor: color('#c4cad2'),
        borderWidth: 0.5,
      })
      page.drawRectangle({ x, y: top - BAR, width: CARD.width, height: BAR, color: color(card.color) })
      const scale = QR / card.qr.modules
      page.drawSvgPath(card.qr.path, { x: x + CARD.width - PAD - QR, y: top - BAR - 34, scale, color: rgb(0, 0, 0), borderWidth: 0 })
    })
    const company = type.fit(card.company, 600, [12, 10, 8], width, 1)
    write(company.lines[0] ?? '', top - BAR + 9, 600, company.size, color(readableOn(card.color)))
    const name = type.fit(card.name, 600, [12, 10, 8], width, 1)
    write(name.lines[0] ?? '', top - BAR - 20, 600, name.size)
    const room = width - QR - 8
    write(card.words.number, top - BAR - 40, 400, 8, GREY)
    const number = type.fit(card.number, 600, [13, 10, 8], room, 1)
    write(number.lines[0] ?? '', top - BAR - 54, 600, number.size)
    write(card.words.code, top - BAR - 70, 400, 8, GREY)
    write(card.code, top - BAR - 84, 600, 13)
    type.cut(card.words.how, 400, 7, room, 3).forEach((line, at) => write(line, top - BAR - 98 - at * 9, 400, 7, GREY))
  })
  tags.finish()
  return document.save()
}

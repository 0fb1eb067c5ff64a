import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { Tags, Typesetter } from '#core/kit/pdf'
import { qrPath } from '#core/kit/qr'
import { ensureContrast, parseHex } from '#themes/color'

/** A4, in points: two columns of four cards. */
const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 36
const COLUMNS = 2
const ROWS = 4
const CARD_WIDTH = (WIDTH - 2 * MARGIN) / COLUMNS
const CARD_HEIGHT = (HEIGHT - 2 * MARGIN) / ROWS
const PADDING = 14
const QR = 92

export interface CardSheet {
  /** The title of the document. */
  title: string
  company: string
  course: string
  /** The company's brand colour, as `#0b4f6c`. */
  color: string
  language: string
  words: { how: string; none: string }
  cards: { code: string; address: string }[]
}

const ink = (hex: string) => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}
const TEXT = ink('#14181f')
const SOFT = ink('#525b69')

/** Cards to cut out and hand out, one for each key. Runs in a worker thread. @returns the PDF's bytes */
export default async function drawCards(sheet: CardSheet): Promise<Uint8Array> {
  const { title, language, words, cards } = sheet
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [
    sheet.company,
    sheet.course,
    words.how,
    words.none,
    ...cards.flatMap((card) => Object.values(card)),
  ])
  const tags = new Tags(document, { title, language })
  if (!cards.length) {
    const page = document.addPage([WIDTH, HEIGHT])
    type.drawTagged(tags, tags.add('P'), page, words.none, { x: MARGIN, y: HEIGHT - 2 * MARGIN, size: 14, weight: 400, color: TEXT })
  }
  let page: PDFPage | undefined
  for (const [index, card] of cards.entries()) {
    const place = index % (COLUMNS * ROWS)
    if (place === 0) page = document.addPage([WIDTH, HEIGHT])
    const x = MARGIN + (place % COLUMNS) * CARD_WIDTH
    const top = HEIGHT - MARGIN - Math.floor(place / COLUMNS) * CARD_HEIGHT
    drawCard({ type, tags, page: page! }, sheet, card, { x, top })
  }
  tags.finish()
  return document.save()
}

interface Drawing {
  type: Typesetter
  tags: Tags
  page: PDFPage
}

function drawCard(
  { type, tags, page }: Drawing,
  { company, course, color: brand, words }: CardSheet,
  { code, address }: CardSheet['cards'][number],
  { x, top }: { x: number; top: number },
): void {
  tags.artifact(page, () =>
    page.drawRectangle({ x, y: top - CARD_HEIGHT, width: CARD_WIDTH, height: CARD_HEIGHT, borderColor: ink('#c9ced6'), borderWidth: 0.5 }),
  )
  const left = x + PADDING
  const width = CARD_WIDTH - 2 * PADDING
  let y = top - PADDING
  const write = (text: string, size: number, weight: 400 | 600, color: ReturnType<typeof ink>, room: { width: number; lines: number }) => {
    const fitted = type.fit(text, weight, [size, size * 0.85, size * 0.7], room.width, room.lines)
    const tag = tags.add('P')
    for (const line of fitted.lines) {
      y -= fitted.size * 1.25
      type.drawTagged(tags, tag, page, line, { x: left, y, size: fitted.size, weight, color: color })
    }
  }
  write(company, 10, 600, ink(ensureContrast(brand, '#ffffff')), { width, lines: 1 })
  write(course, 13, 600, TEXT, { width, lines: 2 })
  const beside = { width: width - QR - 10, lines: 5 }
  const qrTop = y - 8
  y = qrTop
  write(words.how, 9.5, 400, SOFT, beside)
  const { path, modules } = qrPath(address)
  tags.mark(page, tags.add('Figure', tags.document, { alt: `QR: ${address}` }), () =>
    page.drawSvgPath(path, { x: left + width - QR, y: qrTop, scale: QR / modules, color: ink('#000000') }),
  )
  y = qrTop - QR - 2
  write(code, 14, 600, TEXT, { width, lines: 1 })
  write(address, 8, 400, SOFT, { width, lines: 2 })
}

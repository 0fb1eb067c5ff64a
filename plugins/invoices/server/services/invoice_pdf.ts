import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Branding } from '#core/contract/bootstrap'
import { type Tag, Tags, Typesetter, type Weight } from '#core/kit/pdf'
import { parseHex } from '#themes/color'

/** A4, in points. */
const WIDTH = 595.28
const HEIGHT = 841.89
const LEFT = 56
const RIGHT = WIDTH - 56
const BOTTOM = 92
const INK = '#14181f'
const GREY = '#525b69'
const HAIRLINE = '#dfe3e8'

/** All texts in the language of the invoice: drawing computes nothing. */
export interface InvoiceDrawing {
  title: string
  number: string
  language: string
  date: string
  branding: Pick<Branding, 'primaryColor'>
  seller: { name: string; lines: string[] }
  buyer: { label: string; lines: string[] }
  facts: { label: string; value: string }[]
  heads: [string, string, string, string, string]
  /** `people`: the names of the people it covers; `reason`: why it is taxed so. */
  rows: { text: string; people: string; reason: string; quantity: string; unit: string; vat: string; amount: string }[]
  sums: { label: string; amount: string; isTotal?: boolean }[]
  /** The text below the totals: why no VAT, how to pay, what it credits. */
  notes: string[]
  foot: string
}

const color = (hex: string) => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}

interface Style {
  x: number
  y: number
  size?: number
  weight?: Weight
  ink?: string
  /** `x` is the right edge. */
  right?: boolean
}

/** Draws an invoice: A4, as many pages as its lines need. Runs in its own thread without services of the application. */
export default async function drawInvoice(drawing: InvoiceDrawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [JSON.stringify(drawing)])
  const tags = new Tags(document, { title: `${drawing.title} ${drawing.number}`, language: drawing.language })
  document.setAuthor(drawing.seller.name)
  document.setCreationDate(new Date(`${drawing.date}T00:00:00Z`))
  document.setModificationDate(new Date(`${drawing.date}T00:00:00Z`))
  let page!: PDFPage
  let y = 0
  /** @param tag the structure element of the text; null when it was tagged before */
  const write = (tag: Tag | null, text: string, { x, y: at, size = 9.5, weight = 400, ink = INK, right = false }: Style) =>
    type.drawTagged(tags, tag, page, text, {
      x: right ? x - type.width(text, weight, size) : x,
      y: at,
      size,
      weight,
      color: color(ink),
    })
  const line = (from: number, at: number, ink: string, thickness: number) =>
    tags.artifact(page, () => page.drawLine({ start: { x: from, y: at }, end: { x: RIGHT, y: at }, color: color(ink), thickness }))
  const rule = (at: number) => line(LEFT, at, HAIRLINE, 0.75)
  /** The left edge of the labels of the totals: wide enough for an invoice number beside its amount. */
  const SUMS = 262
  const COLUMNS = [LEFT, 350, 420, 468, RIGHT] as const
  const begin = () => {
    page = document.addPage([WIDTH, HEIGHT])
    tags.artifact(page, () =>
      page.drawRectangle({ x: 0, y: HEIGHT - 8, width: WIDTH, height: 8, color: color(drawing.branding.primaryColor) }),
    )
    rule(BOTTOM - 28)
    y = HEIGHT - 64
  }
  const heads = (row: Tag | null) => {
    drawing.heads.forEach((head, index) =>
      write(row && tags.add('TH', row), head, { x: COLUMNS[index]!, y, size: 8.5, weight: 600, ink: GREY, right: index > 0 }),
    )
    rule(y - 8)
    y -= 24
  }
  const room = (needed: number, withHeads = false) => {
    if (y - needed >= BOTTOM) return
    begin()
    if (withHeads) heads(null)
  }

  begin()
  write(tags.add('P'), drawing.seller.name, { x: LEFT, y, size: 15, weight: 600 })
  const seller = tags.add('P')
  drawing.seller.lines.forEach((text, index) =>
    write(seller, text, { x: RIGHT, y: y + 3 - index * 12.5, size: 8.5, ink: GREY, right: true }),
  )
  y -= Math.max(76, drawing.seller.lines.length * 12.5 + 8)
  write(tags.add('H1'), drawing.title, { x: LEFT, y, size: 22, weight: 600 })
  y -= 36
  const top = y
  const buyer = tags.add('P')
  write(buyer, drawing.buyer.label, { x: LEFT, y, size: 8.5, weight: 600, ink: GREY })
  drawing.buyer.lines
    .flatMap((text, index) =>
      type.lines(text, index ? 400 : 600, 9.5, 350 - LEFT - 16).map((part) => ({ part, weight: index ? 400 : 600 }) as const),
    )
    .forEach(({ part, weight }) => write(buyer, part, { x: LEFT, y: (y -= 14), weight }))
  drawing.facts.forEach(({ label, value }, index) => {
    const fact = tags.add('P')
    write(fact, label, { x: 350, y: top - index * 15, size: 9, ink: GREY })
    write(fact, value, { x: RIGHT, y: top - index * 15, size: 9, weight: 600, right: true })
  })
  y = Math.min(y, top - drawing.facts.length * 15) - 36
  const table = tags.add('Table')
  heads(tags.add('TR', table))
  for (const row of drawing.rows) {
    const lines = type.lines(row.text, 400, 9.5, 238)
    room(lines.length * 13 + 8, true)
    const tr = tags.add('TR', table)
    const first = tags.add('TD', tr)
    const cells = [row.quantity, row.unit, row.vat, row.amount]
    cells.forEach((cell, index) => write(tags.add('TD', tr), cell, { x: COLUMNS[index + 1]!, y, right: true }))
    for (const text of lines) {
      write(first, text, { x: LEFT, y })
      y -= 13
    }
    // A long list of people continues on the next page.
    for (const text of row.people ? type.lines(row.people, 400, 8.5, 238) : []) {
      room(11, true)
      write(first, text, { x: LEFT, y, size: 8.5, ink: GREY })
      y -= 11
    }
    for (const text of type.lines(row.reason, 400, 8.5, 238)) {
      room(11, true)
      write(first, text, { x: LEFT, y, size: 8.5, ink: GREY })
      y -= 11
    }
    rule(y + 3)
    y -= 12
  }
  room(drawing.sums.length * 18 + 20)
  y -= 4
  for (const { label, amount, isTotal = false } of drawing.sums) {
    if (isTotal) y -= 5
    if (isTotal) line(SUMS, y + 15, INK, 1)
    const look = { y, size: isTotal ? 11.5 : 9.5, weight: isTotal ? 600 : 400 } as const
    const sum = tags.add('P')
    write(sum, label, { x: SUMS, ...look })
    write(sum, amount, { x: RIGHT, ...look, right: true })
    y -= 18
  }
  y -= 16
  for (const note of drawing.notes) {
    const lines = type.lines(note, 400, 9, RIGHT - LEFT)
    room(lines.length * 13 + 6)
    const paragraph = tags.add('P')
    for (const text of lines) {
      write(paragraph, text, { x: LEFT, y, size: 9, ink: GREY })
      y -= 13
    }
    y -= 5
  }
  // Each page shows it; it is tagged once, at the end.
  const foot = tags.add('P')
  const pages = document.getPages()
  for (page of pages)
    type
      .lines(drawing.foot, 400, 8, RIGHT - LEFT)
      .forEach((text, index) =>
        write(page === pages.at(-1) ? foot : null, text, { x: LEFT, y: BOTTOM - 42 - index * 11, size: 8, ink: GREY }),
      )
  tags.finish()
  return document.save()
}

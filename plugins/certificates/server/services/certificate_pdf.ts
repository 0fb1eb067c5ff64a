import { PDFDocument, type PDFPage, type RGB, rgb } from '@cantoo/pdf-lib'
import type { Branding } from '#core/contract/bootstrap'
import { ensureContrast, parseHex, readableOn } from '#themes/color'
import type { PrintedFacts, Words } from './certificate_words.js'
import { Typesetter, type Weight } from './pdf_fonts.js'
import { qrPath } from './qr_path.js'

/** A4 landscape, in points. */
const WIDTH = 841.89
const HEIGHT = 595.28
const BAND = 20
const LEFT = 84
const RIGHT = WIDTH - 64
const QR = 96
const TEXT_WIDTH = RIGHT - LEFT
const INK = '#14181f'
const GREY = '#525b69'
const HAIRLINE = '#dfe3e8'
const WARNING = '#b3261e'

const color = (hex: string): RGB => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}

export interface Drawing {
  facts: PrintedFacts
  words: Words
  branding: Branding
}

/**
 * Draws the certificate in the company's look: one page A4 landscape.
 * The same facts give the same page, on any day. Runs in a thread of its own
 * (document_service.ts): it uses no service of the application.
 * @returns the PDF's bytes
 */
export default async function drawCertificate({ facts, words, branding }: Drawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [JSON.stringify(words), '…'])
  const page = document.addPage([WIDTH, HEIGHT])
  const brandText = ensureContrast(branding.primaryColor, '#ffffff')
  const write = writer(page, type)

  document.setTitle(`${words.title} ${facts.number}`)
  document.setAuthor(facts.companyName)
  document.setSubject(facts.courseName)
  document.setLanguage(facts.language)
  document.setCreationDate(facts.issuedAt)
  document.setModificationDate(facts.issuedAt)

  // The brand's own colour, untouched: nothing has to be read on it.
  page.drawRectangle({ x: 0, y: 0, width: BAND, height: HEIGHT, color: color(branding.primaryColor) })
  page.drawRectangle({ x: 0, y: 0, width: BAND, height: HEIGHT / 5, color: color(branding.secondaryColor) })

  const company = type.fit(facts.companyName, 600, [17, 15, 13], TEXT_WIDTH * 0.66, 1)
  write(company.lines[0]!, { x: LEFT, y: HEIGHT - 78, size: company.size, weight: 600, color: brandText })

  const person = type.fit(words.person, 600, [40, 35, 30, 26], TEXT_WIDTH, 2)
  const course = type.fit(facts.courseName, 600, [23, 21, 19, 17], TEXT_WIDTH, 3)
  // The block of text hangs from one line; what is longer grows downwards into the white.
  let y = HEIGHT - 168
  write(words.title, { x: LEFT, y, size: 13, weight: 600, color: brandText })
  for (const line of person.lines) write(line, { x: LEFT, y: (y -= person.size * 1.2), size: person.size, weight: 600 })
  if (words.born) write(words.born, { x: LEFT, y: (y -= 12 + person.size * 0.36), size: 11.5, color: GREY })
  write(words.passed, { x: LEFT, y: (y -= 38), size: 11.5, color: GREY })
  y -= 4
  for (const line of course.lines) write(line, { x: LEFT, y: (y -= course.size * 1.28), size: course.size, weight: 600 })

  drawFooter(page, type, write, words, facts)
  if (facts.revoked) drawRevoked(page, type, write, words.revoked)
  return document.save()
}

interface Style {
  x: number
  /** Baseline, from the bottom of the page. */
  y: number
  size: number
  weight?: Weight
  color?: string
  /** `x` is where the text ends. */
  right?: boolean
}
type Write = (text: string, style: Style) => void

function writer(page: PDFPage, type: Typesetter): Write {
  return (text, { x, y, size, weight = 400, color: hex = INK, right = false }) => {
    let at = right ? x - type.width(text, weight, size) : x
    for (const run of type.runs(text, weight)) {
      page.drawText(run.text, { x: at, y, size, font: run.font, color: color(hex) })
      at += run.font.widthOfTextAtSize(run.text, size)
    }
  }
}

/** The facts in columns at the left, the QR at the right, and how to check it below. */
function drawFooter(page: PDFPage, type: Typesetter, write: Write, words: Words, facts: PrintedFacts): void {
  const bottom = 58
  const factsWidth = TEXT_WIDTH - QR - 40
  const gap = 28
  page.drawLine({
    start: { x: LEFT, y: bottom + QR + 24 },
    end: { x: RIGHT, y: bottom + QR + 24 },
    thickness: 0.75,
    color: color(HAIRLINE),
  })

  const widths = words.columns.map(([label, value]) => Math.max(type.width(label, 400, 9.5), type.width(value, 600, 12)))
  // Evenly over the width that is free, and never closer than they are readable.
  const free = Math.max(gap, (factsWidth - widths.reduce((sum, width) => sum + width, 0)) / words.columns.length)
  let x = LEFT
  for (const [index, [label, value]] of words.columns.entries()) {
    write(label, { x, y: bottom + QR - 9, size: 9.5, color: GREY })
    write(value, { x, y: bottom + QR - 27, size: 12, weight: 600 })
    x += widths[index]! + Math.min(free, 48)
  }

  write(words.check, { x: LEFT, y: bottom + 17, size: 9.5, color: GREY })
  const url = type.fit(words.url, 400, [9.5, 8.5, 7.5], factsWidth, 1)
  write(url.lines[0]!, { x: LEFT, y: bottom + 2, size: url.size })
  const { path, modules } = qrPath(facts.qrcodeUrl)
  page.drawSvgPath(path, { x: RIGHT - QR, y: bottom + QR, scale: QR / modules, color: color(INK) })
}

/** A withdrawn certificate that is downloaded says so before anything else. */
function drawRevoked(page: PDFPage, type: Typesetter, write: Write, text: string): void {
  const size = 13
  const width = type.width(text, 600, size) + 32
  const y = HEIGHT - 78
  page.drawRectangle({ x: RIGHT - width, y: y - 12, width, height: 34, color: color(WARNING) })
  write(text, { x: RIGHT - 16, y, size, weight: 600, color: readableOn(WARNING), right: true })
}

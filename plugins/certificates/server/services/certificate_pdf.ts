import { PDFDocument, type PDFPage, type RGB, rgb } from '@cantoo/pdf-lib'
import type { Branding } from '#core/contract/bootstrap'
import type { Logo } from '#core/kit/companies'
import { ensureContrast, parseHex, readableOn } from '#themes/color'
import type { PrintedFacts, Words } from './certificate_words.js'
import { type Backdrop, drawBackground } from './certificate_background.js'
import { drawLogo, wordsInLogo } from './certificate_logo.js'
import { Typesetter, type Weight } from '#core/kit/pdf'
import { qrPath } from '#core/kit/qr'

/** A4 landscape, in points. */
const WIDTH = 841.89
const HEIGHT = 595.28
/** The brand's part, at the right: what proves the certificate stands on it. */
const PANEL = 232
const STRIPE = 8
const LEFT = 60
const RIGHT = WIDTH - PANEL - STRIPE - 44
const QR = 128
const TEXT_WIDTH = RIGHT - LEFT
const INK = '#14181f'
const GREY = '#525b69'
const HAIRLINE = '#dfe3e8'
const WHITE = '#ffffff'
const WARNING = '#b3261e'

const color = (hex: string): RGB => {
  const { r, g, b } = parseHex(hex)!
  return rgb(r / 255, g / 255, b / 255)
}

export interface Drawing {
  facts: PrintedFacts
  words: Words
  branding: Branding
  logo: Logo | null
  /** What the course puts behind the words. */
  background: Backdrop | null
}

/**
 * Draws the certificate in the company's look: one page A4 landscape.
 * The same facts give the same page, on any day. Runs in a thread of its own
 * (document_service.ts): it uses no service of the application.
 * @returns the PDF's bytes
 */
export default async function drawCertificate({ facts, words, branding, logo, background }: Drawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [JSON.stringify(words), wordsInLogo(logo), '…'])
  const page = document.addPage([WIDTH, HEIGHT])
  const brandText = ensureContrast(branding.primaryColor, '#ffffff')
  const write = writer(page, type)

  document.setTitle(`${words.title} ${facts.number}`)
  document.setAuthor(facts.companyName)
  document.setSubject(facts.courseName)
  document.setLanguage(facts.language)
  document.setCreationDate(facts.issuedAt)
  document.setModificationDate(facts.issuedAt)

  await drawBackground(document, page, background, { width: WIDTH - PANEL - STRIPE, height: HEIGHT })
  // The name stands where there is no logo, or none that a PDF can show.
  const top = HEIGHT - 48
  if (!(await drawLogo(document, page, type, logo, { x: LEFT, top, maxWidth: 220, maxHeight: 40 }))) {
    const company = type.fit(facts.companyName, 600, [20, 17, 15, 13], TEXT_WIDTH * 0.66, 1)
    write(company.lines[0]!, { x: LEFT, y: top - 27, size: company.size, weight: 600, color: brandText })
  }

  const person = type.fit(words.person, 600, [42, 37, 32, 27, 23], TEXT_WIDTH, 2)
  const course = type.fit(facts.courseName, 600, [25, 22, 20, 18, 16], TEXT_WIDTH, 3)
  // The block of text hangs from one line; what is longer grows downwards into the white.
  let y = HEIGHT - 160
  write(words.title, { x: LEFT, y, size: 17, weight: 600, color: brandText })
  y -= 6
  for (const line of person.lines) write(line, { x: LEFT, y: (y -= person.size * 1.2), size: person.size, weight: 600 })
  if (words.born) write(words.born, { x: LEFT, y: (y -= 12 + person.size * 0.36), size: 12, color: GREY })
  write(words.passed, { x: LEFT, y: (y -= 40), size: 12, color: GREY })
  y -= 4
  for (const line of course.lines) write(line, { x: LEFT, y: (y -= course.size * 1.28), size: course.size, weight: 600 })

  drawFacts(page, type, write, words)
  drawPanel(page, type, write, words, branding, facts.qrcodeUrl)
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
}
type Write = (text: string, style: Style) => void

function writer(page: PDFPage, type: Typesetter): Write {
  return (text, { x, y, size, weight = 400, color: hex = INK }) => {
    let at = x
    for (const run of type.runs(text, weight)) {
      page.drawText(run.text, { x: at, y, size, font: run.font, color: color(hex) })
      at += run.font.widthOfTextAtSize(run.text, size)
    }
  }
}

/** The facts in two columns, and the address where they can be checked. */
function drawFacts(page: PDFPage, type: Typesetter, write: Write, words: Words): void {
  const top = 160
  page.drawLine({ start: { x: LEFT, y: top + 22 }, end: { x: RIGHT, y: top + 22 }, thickness: 0.75, color: color(HAIRLINE) })
  for (const [index, [label, value]] of words.columns.entries()) {
    const x = LEFT + (index % 2) * (TEXT_WIDTH / 2)
    const y = top - Math.floor(index / 2) * 48
    write(label, { x, y, size: 10, color: GREY })
    const fact = type.fit(value, 600, [13.5, 12, 10.5], TEXT_WIDTH / 2 - 12, 1)
    write(fact.lines[0]!, { x, y: y - 18, size: fact.size, weight: 600 })
  }
  const url = type.fit(words.url, 400, [9.5, 8.5, 7.5], TEXT_WIDTH, 1)
  write(url.lines[0]!, { x: LEFT, y: 48, size: url.size, color: GREY })
}

/** The brand's own colour, untouched, with a seal and the code; what has to be read on it is black or white, whichever reads better. */
function drawPanel(page: PDFPage, type: Typesetter, write: Write, words: Words, branding: Branding, qrcodeUrl: string): void {
  const x = WIDTH - PANEL
  const middle = x + PANEL / 2
  const on = readableOn(branding.primaryColor)
  page.drawRectangle({ x, y: 0, width: PANEL, height: HEIGHT, color: color(branding.primaryColor) })
  page.drawRectangle({ x: x - STRIPE, y: 0, width: STRIPE, height: HEIGHT, color: color(branding.secondaryColor) })

  const seal = HEIGHT - 190
  page.drawCircle({ x: middle, y: seal, size: 68, borderWidth: 1.5, borderColor: color(on), borderOpacity: 0.5, opacity: 0 })
  page.drawCircle({ x: middle, y: seal, size: 56, color: color(on) })
  page.drawSvgPath('M-24 2 L-8 18 L26 -18', { x: middle, y: seal, borderColor: color(branding.primaryColor), borderWidth: 9 })

  const quiet = 14
  const bottom = 104
  // White all around: a scanner needs it, whatever the brand's colour is.
  page.drawRectangle({
    x: middle - QR / 2 - quiet,
    y: bottom - quiet,
    width: QR + 2 * quiet,
    height: QR + 2 * quiet,
    color: color(WHITE),
  })
  const { path, modules } = qrPath(qrcodeUrl)
  page.drawSvgPath(path, { x: middle - QR / 2, y: bottom + QR, scale: QR / modules, color: color(INK) })
  const check = type.fit(words.check, 400, [10.5, 9.5, 8.5], PANEL - 44, 3)
  let y = bottom - quiet - 10
  for (const line of check.lines) {
    y -= check.size * 1.35
    write(line, { x: middle - type.width(line, 400, check.size) / 2, y, size: check.size, color: on })
  }
}

/** A withdrawn certificate that is downloaded says so before anything else. */
function drawRevoked(page: PDFPage, type: Typesetter, write: Write, text: string): void {
  const size = 13
  const width = type.width(text, 600, size) + 32
  const y = HEIGHT - 122
  page.drawRectangle({ x: LEFT, y: y - 12, width, height: 34, color: color(WARNING) })
  write(text, { x: LEFT + 16, y, size, weight: 600, color: readableOn(WARNING) })
}

import { PDFDocument, type PDFPage, type RGB, rgb } from '@cantoo/pdf-lib'
import type { Branding } from '#core/contract/bootstrap'
import type { Logo } from '#core/kit/companies'
import { ensureContrast, parseHex, readableOn } from '#themes/color'
import type { PrintedFacts, Words } from './certificate_words.js'
import { type Backdrop, drawBackground, readBackground } from './certificate_background.js'
import { readLogo, wordsInLogo } from './certificate_logo.js'
import { type Tag, Tags, Typesetter, type Weight } from '#core/kit/pdf'
import { qrPath } from '#core/kit/qr'

/** A4 landscape, in points. */
const WIDTH = 841.89
const HEIGHT = 595.28
/** The brand panel on the right, which contains the proof of the certificate. */
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
  /** The course's picture behind the text. */
  background: Backdrop | null
}

/**
 * Draws the certificate in the company's style: one page A4 landscape. The same facts give the same page on any day. Runs in its own thread
 * (document_service.ts) without services of the application.
 * @returns the PDF's bytes
 */
export default async function drawCertificate({ facts, words, branding, logo, background }: Drawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, [JSON.stringify(words), wordsInLogo(logo)])
  const page = document.addPage([WIDTH, HEIGHT])
  const brandText = ensureContrast(branding.primaryColor, '#ffffff')
  const tags = new Tags(document, { title: `${words.title} ${facts.number}`, language: facts.language })
  const sheet: Sheet = { page, type, tags, words, write: writer(page, type, tags) }
  const { write } = sheet

  document.setAuthor(facts.companyName)
  document.setSubject(facts.courseName)
  document.setCreationDate(facts.issuedAt)
  document.setModificationDate(facts.issuedAt)

  const backdrop = await readBackground(document, background)
  if (backdrop) tags.artifact(page, () => drawBackground(page, backdrop, { width: WIDTH - PANEL - STRIPE, height: HEIGHT }))
  await drawCompany(sheet, document, facts.companyName, logo, brandText)

  const person = type.fit(words.person, 600, [42, 37, 32, 27, 23], TEXT_WIDTH, 2)
  const course = type.fit(facts.courseName, 600, [25, 22, 20, 18, 16], TEXT_WIDTH, 3)
  if (facts.revoked) drawRevoked(sheet)
  // The text block is aligned to one line; longer text grows downwards.
  let y = HEIGHT - 160
  write(tags.add('H1'), words.title, { x: LEFT, y, size: 17, weight: 600, color: brandText })
  y -= 6
  const name = tags.add('H2')
  for (const line of person.lines) write(name, line, { x: LEFT, y: (y -= person.size * 1.2), size: person.size, weight: 600 })
  const depth = Math.max(person.size * 0.21, type.depth(person.lines.at(-1)!, 600, person.size))
  if (words.born) write(tags.add('P'), words.born, { x: LEFT, y: (y -= 12 + person.size * 0.15 + depth), size: 12, color: GREY })
  write(tags.add('P'), words.passed, { x: LEFT, y: (y -= 40), size: 12, color: GREY })
  y -= 4
  const title = tags.add('H2')
  for (const line of course.lines) write(title, line, { x: LEFT, y: (y -= course.size * 1.28), size: course.size, weight: 600 })

  drawFacts(sheet)
  drawPanel(sheet, branding, facts.qrcodeUrl)
  tags.finish()
  return document.save()
}

interface Sheet {
  page: PDFPage
  type: Typesetter
  tags: Tags
  words: Words
  write: Write
}

interface Style {
  x: number
  /** Baseline, from the bottom of the page. */
  y: number
  size: number
  weight?: Weight
  color?: string
}
type Write = (tag: Tag, text: string, style: Style) => void

function writer(page: PDFPage, type: Typesetter, tags: Tags): Write {
  return (tag, text, { x, y, size, weight = 400, color: hex = INK }) =>
    type.drawTagged(tags, tag, page, text, { x, y, size, weight, color: color(hex) })
}

/** The logo, or the company's name without a logo that PDF supports. */
async function drawCompany(
  { page, type, tags, write }: Sheet,
  document: PDFDocument,
  name: string,
  logo: Logo | null,
  ink: string,
): Promise<void> {
  const top = HEIGHT - 48
  const picture = await readLogo(document, type, logo, { x: LEFT, top, maxWidth: 220, maxHeight: 40 })
  if (picture) return tags.mark(page, tags.add('Figure', tags.document, { alt: name }), () => picture(page))
  const company = type.fit(name, 600, [20, 17, 15, 13], TEXT_WIDTH * 0.66, 1)
  const paragraph = tags.add('P')
  company.lines.forEach((line, index) =>
    write(paragraph, line, { x: LEFT, y: top - 27 - index * company.size * 1.2, size: company.size, weight: 600, color: ink }),
  )
}

/** The facts in two columns, and the address for checking them. */
function drawFacts({ page, type, tags, words, write }: Sheet): void {
  const top = 160
  tags.artifact(page, () =>
    page.drawLine({ start: { x: LEFT, y: top + 22 }, end: { x: RIGHT, y: top + 22 }, thickness: 0.75, color: color(HAIRLINE) }),
  )
  for (const [index, [label, value]] of words.columns.entries()) {
    const x = LEFT + (index % 2) * (TEXT_WIDTH / 2)
    const y = top - Math.floor(index / 2) * 48
    const paragraph = tags.add('P')
    write(paragraph, label, { x, y, size: 10, color: GREY })
    const fact = type.fit(value, 600, [13.5, 12, 10.5], TEXT_WIDTH / 2 - 12, 1)
    fact.lines.forEach((line, at) => write(paragraph, line, { x, y: y - 18 - at * fact.size * 1.15, size: fact.size, weight: 600 }))
  }
  const url = type.fit(words.url, 400, [9.5, 8.5, 7.5], TEXT_WIDTH, 1)
  const address = tags.add('P')
  url.lines.forEach((line, at) => write(address, line, { x: LEFT, y: 48 - at * url.size * 1.3, size: url.size, color: GREY }))
}

/** The unchanged brand colour with a seal and the code; text on it is black or white, whichever is more readable. */
function drawPanel({ page, type, tags, words, write }: Sheet, branding: Branding, qrcodeUrl: string): void {
  const x = WIDTH - PANEL
  const middle = x + PANEL / 2
  const on = readableOn(branding.primaryColor)
  const quiet = 14
  const bottom = 104
  tags.artifact(page, () => {
    page.drawRectangle({ x, y: 0, width: PANEL, height: HEIGHT, color: color(branding.primaryColor) })
    page.drawRectangle({ x: x - STRIPE, y: 0, width: STRIPE, height: HEIGHT, color: color(branding.secondaryColor) })

    const seal = HEIGHT - 190
    page.drawCircle({ x: middle, y: seal, size: 68, borderWidth: 1.5, borderColor: color(on), borderOpacity: 0.5, opacity: 0 })
    page.drawCircle({ x: middle, y: seal, size: 56, color: color(on) })
    page.drawSvgPath('M-24 2 L-8 18 L26 -18', { x: middle, y: seal, borderColor: color(branding.primaryColor), borderWidth: 9 })
    // A white margin: a scanner needs it, whatever the brand's colour is.
    page.drawRectangle({
      x: middle - QR / 2 - quiet,
      y: bottom - quiet,
      width: QR + 2 * quiet,
      height: QR + 2 * quiet,
      color: color(WHITE),
    })
  })
  const { path, modules } = qrPath(qrcodeUrl)
  tags.mark(page, tags.add('Figure', tags.document, { alt: `QR: ${qrcodeUrl}` }), () =>
    page.drawSvgPath(path, { x: middle - QR / 2, y: bottom + QR, scale: QR / modules, color: color(INK) }),
  )
  const check = type.fit(words.check, 400, [10.5, 9.5, 8.5], PANEL - 44, 3)
  const paragraph = tags.add('P')
  let y = bottom - quiet - 10
  for (const line of check.lines) {
    y -= check.size * 1.35
    write(paragraph, line, { x: middle - type.width(line, 400, check.size) / 2, y, size: check.size, color: on })
  }
}

/** A withdrawn certificate says so first. */
function drawRevoked({ page, type, tags, words, write }: Sheet): void {
  const size = 13
  const width = type.width(words.revoked, 600, size) + 32
  const y = HEIGHT - 122
  tags.artifact(page, () => page.drawRectangle({ x: LEFT, y: y - 12, width, height: 34, color: color(WARNING) }))
  write(tags.add('P'), words.revoked, { x: LEFT + 16, y, size, weight: 600, color: readableOn(WARNING) })
}

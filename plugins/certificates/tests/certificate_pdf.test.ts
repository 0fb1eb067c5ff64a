import { readFile } from 'node:fs/promises'
import { PDFDocument, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { readPdf } from '#core/testing/read_pdf'
import type { Logo } from '#core/kit/companies'
import type { PrintedFacts } from '../server/services/certificate_words.js'

await testApp()
// Server code may be imported once the application has booted.
const { platformBranding } = await import('#core/companies/branding')
const { default: drawCertificate } = await import('../server/services/certificate_pdf.js')
const { wordsOf } = await import('../server/services/certificate_words.js')
const { qrPath } = await import('#core/kit/qr')

const FACTS: PrintedFacts = {
  number: 'NWO-2026-000123',
  language: 'nl',
  companyName: 'Noordwind',
  personName: 'Ayşe Yıldırımoğlu-Wiśniewska',
  birthdate: '1994-03-12',
  courseName: 'Werken op hoogte',
  grade: 86,
  issuedAt: new Date('2026-03-15T10:00:00Z'),
  validUntil: '2028-03-15',
  revoked: false,
  qrcodeUrl: 'https://platform.example/certificate/qrcode/0123456789abcdef',
  statusUrl: 'https://platform.example/certificate/status/0123456789abcdef',
}

/** The drawing commands of a PDF: its streams, decompressed. */
async function streams(bytes: Uint8Array): Promise<{ isImage: boolean; text: string }[]> {
  const { context } = await PDFDocument.load(bytes)
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return []
    const isImage = object.dict.toString().includes('/Subtype /Image')
    return [{ isImage, text: isImage ? '' : Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') }]
  })
}

/** The content outside every marked part of a page. */
function outsideOfMarks(content: string): string[] {
  let depth = 0
  return content.split('\n').filter((line) => {
    if (/B[MD]C$/.test(line)) depth++
    if (/EMC$/.test(line)) depth--
    return depth === 0 && /(^|\s)(Tj|TJ|f\*?|F|S|s|B\*?|b\*?|Do|sh)$/.test(line)
  })
}

it('writes its dates in the language of its texts, also for a course in a language without texts', () => {
  const { born, columns, passed } = wordsOf({ ...FACTS, language: 'ar', courseName: 'السلامة' })
  expect([passed, born, columns[0]]).toEqual(['has successfully completed', 'born on 12 March 1994', ['Issued on', '15 March 2026']])
})

describe('the PDF of a certificate', () => {
  const drawn = (facts: PrintedFacts, logo: Logo | null = null, background: Logo | null = null) =>
    drawCertificate({ facts, words: wordsOf(facts), branding: platformBranding(), logo, background })
  const draw = async (facts: PrintedFacts, logo: Logo | null = null) =>
    PDFDocument.load(await drawn(facts, logo), { updateMetadata: false })

  it('is one page A4 landscape with number, course and company', async () => {
    const document = await draw(FACTS)
    expect(document.getPageCount()).toBe(1)
    expect(Math.round(document.getPage(0).getWidth())).toBe(842)
    expect(Math.round(document.getPage(0).getHeight())).toBe(595)
    expect(document.getTitle()).toBe('Certificaat NWO-2026-000123')
    expect(document.getSubject()).toBe('Werken op hoogte')
    expect(document.getAuthor()).toBe('Noordwind')
    expect(document.getCreationDate()).toEqual(FACTS.issuedAt)
  })

  it('is in the language of the participation, and in English for one without texts', async () => {
    expect((await draw({ ...FACTS, language: 'en' })).getTitle()).toBe('Certificate NWO-2026-000123')
    expect((await draw({ ...FACTS, language: 'pl' })).getTitle()).toBe('Certificate NWO-2026-000123')
  })

  it('is still one page with long names, other scripts, no end and no grade', async () => {
    const document = await draw({
      ...FACTS,
      personName: 'Димитър Александров Петров van der Meulen '.repeat(4),
      courseName: 'Inleiding veilig en gezond werken op zee '.repeat(12) + '漢字',
      companyName: 'Bouwmeester Infrastructuur en Waterbouw Internationaal '.repeat(3),
      birthdate: null,
      validUntil: null,
      grade: null,
      revoked: true,
    })
    expect(document.getPageCount()).toBe(1)
  })

  it.each([
    ['王小明'],
    ['محمد علي'],
    ['Maria Fernanda Wilhelmina van den Heuvel-Wickevoort Crommelin de Vasconcelos e Sousa'],
    ['राजेश कुमार श्रीवास्तव'],
    ['김철수'],
    ['Prince'],
  ])('has the full name in any script: %s', async (personName) => {
    const { pages, actualTexts, content } = await readPdf(await drawn({ ...FACTS, personName }))
    const parts = pages[0]!.map(({ text }) => text)
    // A name in two lines is broken at a space or after a hyphen.
    const said = [...parts, ...actualTexts].join(' ').replace(/- /g, '-').replace(/\s+/g, ' ')
    expect(said).toContain(personName)
    expect(parts.join('')).not.toMatch(/[?□…]/)
    expect(content[0]).not.toContain('<0000>')
  })

  it('is tagged, in its language, without content outside the structure', async () => {
    const svg = await readFile(new URL('../../../tenants/noordwind/logo.svg', import.meta.url))
    const picture = await readFile(new URL('../../learning/courses/offshore-introductie/pictures/certificaat.jpg', import.meta.url))
    const logo = { contentType: 'image/svg+xml', content: svg }
    const read = await readPdf(await drawn({ ...FACTS, revoked: true }, logo, { contentType: 'image/jpeg', content: picture }))
    expect(read).toMatchObject({ title: 'Certificaat NWO-2026-000123', language: 'nl', isMarked: true, showsTitle: true })
    expect(read.structure).toBe('Document(Figure P H1 H2 P P H2 P P P P P Figure P)')
    expect(read.pages[0]!.filter(({ tag }) => tag === null)).toEqual([])
    expect(outsideOfMarks(read.content[0]!)).toEqual([])
  })

  it('has the course’s picture behind its text, and ignores an unreadable one', async () => {
    const content = await readFile(new URL('../../learning/courses/offshore-introductie/pictures/certificaat.jpg', import.meta.url))
    const images = async (background: Logo | null) => (await streams(await drawn(FACTS, null, background))).filter(({ isImage }) => isImage)
    expect(await images({ contentType: 'image/jpeg', content })).toHaveLength(1)
    expect(await images({ contentType: 'image/png', content })).toHaveLength(0)
    expect(await images({ contentType: 'image/jpeg', content: content.subarray(0, 40) })).toHaveLength(0)
  })

  it('has the company’s logo: a picture, or the lines of a declared company’s drawing', async () => {
    const images = async (logo: Logo | null) => (await streams(await drawn(FACTS, logo))).filter(({ isImage }) => isImage).length
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64')
    expect(await images(null)).toBe(0)
    expect(await images({ contentType: 'image/png', content: png })).toBe(1)
    // An invalid picture, or a format that PDF does not support: the name is shown, and the certificate is drawn.
    expect(await images({ contentType: 'image/png', content: new Uint8Array([1, 2, 3]) })).toBe(0)
    expect(await images({ contentType: 'image/webp', content: png })).toBe(0)
    const svg = await readFile(new URL('../../../tenants/noordwind/logo.svg', import.meta.url))
    // Noordwind's blades are lines with round ends; nothing else on the page has them.
    const roundEnds = async (logo: Logo | null) =>
      (await streams(await drawn(FACTS, logo))).flatMap(({ text }) => text.match(/^1 J$/gm) ?? []).length
    expect(await roundEnds(null)).toBe(0)
    expect(await roundEnds({ contentType: 'image/svg+xml', content: svg })).toBeGreaterThanOrEqual(4)
  })

  it('contains a QR code of the address', () => {
    const { path, modules } = qrPath(FACTS.qrcodeUrl)
    expect(modules).toBeGreaterThanOrEqual(33)
    // The finder pattern in the corner: seven modules in a row.
    expect(path.startsWith('M0 0h7v1h-7z')).toBe(true)
  })
})

import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import type { PrintedFacts } from '../server/services/certificate_words.js'

await testApp()
// Server code may be imported once the application has booted.
const { platformBranding } = await import('#core/companies/branding')
const { default: drawCertificate } = await import('../server/services/certificate_pdf.js')
const { wordsOf } = await import('../server/services/certificate_words.js')
const { qrPath } = await import('../server/services/qr_path.js')

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

describe('the PDF of a certificate', () => {
  const draw = async (facts: PrintedFacts) =>
    PDFDocument.load(await drawCertificate({ facts, words: wordsOf(facts), branding: platformBranding() }), { updateMetadata: false })

  it('is one page A4 landscape that names number, course and company', async () => {
    const document = await draw(FACTS)
    expect(document.getPageCount()).toBe(1)
    expect(Math.round(document.getPage(0).getWidth())).toBe(842)
    expect(Math.round(document.getPage(0).getHeight())).toBe(595)
    expect(document.getTitle()).toBe('Certificaat NWO-2026-000123')
    expect(document.getSubject()).toBe('Werken op hoogte')
    expect(document.getAuthor()).toBe('Noordwind')
    expect(document.getCreationDate()).toEqual(FACTS.issuedAt)
  })

  it('is in the language of the participation, and English for one without words', async () => {
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

  it('carries a QR of the address', () => {
    const { path, modules } = qrPath(FACTS.qrcodeUrl)
    expect(modules).toBeGreaterThanOrEqual(33)
    // The finder pattern in the corner: seven modules in a row.
    expect(path.startsWith('M0 0h7v1h-7z')).toBe(true)
  })
})

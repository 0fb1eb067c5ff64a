import { inflateSync } from 'node:zlib'
import { PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import drawTable from '../pdf/table_pdf.js'
import { readPdf } from '../testing/read_pdf.js'

/** The height of each text on each page, in points from the bottom. */
async function heights(bytes: Uint8Array): Promise<number[][]> {
  const document = await PDFDocument.load(bytes)
  return document.getPages().map(({ node }) => {
    const content = node.normalizedEntries().Contents?.asArray() ?? []
    const text = content
      .map((ref) => document.context.lookup(ref))
      .map((part) => (part instanceof PDFRawStream ? inflateSync(part.contents).toString('latin1') : ''))
      .join('\n')
    return [...text.matchAll(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm/g)].map(([, y]) => Number(y))
  })
}

describe('a report as PDF', () => {
  const drawing = {
    title: 'Proef',
    language: 'nl',
    color: '#2f4858',
    words: { subtitle: 'Gemaakt', page: '{page} van {pages}' },
    heads: [{ header: 'Naam', right: false }],
    rows: [['Sanne'], ['Bram']],
  }

  it.each([0, 5, 36, 38, 45, 100])('lists everything omitted on its pages, here %i lines, and the column heads once', async (count) => {
    const facts = Array.from({ length: count }, (_, index) => `Naam bevat ${index}`)
    const pages = await heights(await drawTable({ ...drawing, facts }))
    // Title, line below it, facts, column heads, rows, and the number of each page.
    expect(pages.flat()).toHaveLength(2 + count + 1 + 2 + pages.length)
    expect(Math.min(...pages.flat())).toBeGreaterThan(0)
  })

  it('is tagged: a heading, a table with heads, and nothing outside the structure', async () => {
    const read = await readPdf(await drawTable({ ...drawing, facts: ['Naam bevat 王'], rows: [['محمد علي'], ['Bram']] }))
    expect(read).toMatchObject({ title: 'Proef', language: 'nl', isMarked: true, showsTitle: true })
    expect(read.structure).toBe('Document(H1 P P Table(TR(TH) TR(TD(Span)) TR(TD)))')
    expect(read.pages.flat().filter(({ tag }) => tag === null)).toEqual([])
    expect(read.actualTexts).toEqual(['Naam bevat 王', 'محمد علي'])
  })

  it('has the table heads once in its structure, whatever the number of pages', async () => {
    const { pages } = await readPdf(await drawTable({ ...drawing, rows: Array.from({ length: 100 }, (_, index) => [`Rij ${index}`]) }))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.map((parts) => parts.find(({ text }) => text === 'Naam')!.tag)).toEqual(['TH', ...pages.slice(1).map(() => 'Artifact')])
  })
})

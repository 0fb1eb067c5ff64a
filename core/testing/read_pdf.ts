import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef, PDFString, PDFHexString, decodePDFRawStream } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Part {
  /** The structure type of the element that contains it, or `Artifact`; null when no element does. */
  tag: string | null
  text: string
}

export interface ReadPdf {
  title: string | undefined
  language: string | null
  isMarked: boolean
  showsTitle: boolean
  pages: Part[][]
  /** Types of the elements in reading order, as `Table(TR(TH TH) TR(TD TD))`. */
  structure: string
  /** The replacement texts of elements and marked content. */
  actualTexts: string[]
  /** The operators of each page. */
  content: string[]
}

interface Node {
  role?: string
  type?: string
  children?: Node[]
}

/** Reads a PDF as screen readers and search engines do: with pdf.js, including its structure. For tests. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const content = document.getPages().map(({ node }) => {
    const streams = node.normalizedEntries().Contents?.asArray() ?? []
    return streams
      .map((ref) => document.context.lookup(ref))
      .map((stream) => (stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''))
      .join('\n')
  })
  const { pages, structure } = await readPages(bytes)
  return {
    title: document.getTitle(),
    language: document.catalog.lookup(PDFName.of('Lang'), PDFString, PDFHexString)?.decodeText() ?? null,
    isMarked: document.catalog.lookupMaybe(PDFName.of('MarkInfo'), PDFDict)?.get(PDFName.of('Marked'))?.toString() === 'true',
    showsTitle: document.catalog.getOrCreateViewerPreferences().getDisplayDocTitle(),
    pages,
    structure,
    actualTexts: [
      ...content
        .flatMap((operators) => [...operators.matchAll(/\/ActualText (<[0-9A-F]*>)/g)])
        .map(([, hex]) => PDFHexString.of(hex!.slice(1, -1)).decodeText()),
      ...elementsOf(document).flatMap((element) => element.lookupMaybe(PDFName.of('ActualText'), PDFHexString)?.decodeText() ?? []),
    ],
    content,
  }
}

function elementsOf(document: PDFDocument): PDFDict[] {
  const all: PDFDict[] = []
  const walk = (element: PDFDict) => {
    all.push(element)
    const kids = element.lookup(PDFName.of('K'))
    for (const kid of kids instanceof PDFArray ? kids.asArray() : [element.get(PDFName.of('K'))]) {
      const child = kid instanceof PDFRef ? document.context.lookup(kid) : kid
      if (child instanceof PDFDict && child.has(PDFName.of('S'))) walk(child)
    }
  }
  const root = document.catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
  if (root) walk(root)
  return all
}

async function readPages(bytes: Uint8Array): Promise<{ pages: Part[][]; structure: string }> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const document = await task.promise
  const pages: Part[][] = []
  const structures: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const open: (string | null)[] = []
    const parts: Part[] = []
    for (const item of items) {
      if ('str' in item) parts.push({ tag: open.find((tag) => tag !== null) ?? null, text: item.str })
      else if (item.type === 'endMarkedContent') open.pop()
      else open.push((item as { tag?: string }).tag ?? null)
    }
    pages.push(parts.filter(({ text }) => text.trim()))
    const tree = (await page.getStructTree()) as Node | null
    structures.push(...(tree?.children ?? []).map(written).filter(Boolean))
  }
  await task.destroy()
  return { pages, structure: structures.join(' ') }
}

function written({ role, children = [] }: Node): string {
  if (!role) return ''
  const inside = children.map(written).filter(Boolean).join(' ')
  return inside ? `${role}(${inside})` : role
}

import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib'
import type { Logo } from '#core/kit/companies'
import type { Typesetter } from '#core/kit/pdf'

interface Box {
  x: number
  /** Upper edge, from the bottom of the page. */
  top: number
  maxWidth: number
  maxHeight: number
}

const SVG = 'image/svg+xml'

/** The words that a logo draws, for the fonts of the document. */
export function wordsInLogo(logo: Logo | null): string {
  return logo?.contentType === SVG ? new TextDecoder().decode(logo.content).replace(/<[^>]*>/g, ' ') : ''
}

/**
 * Draws the company's logo into a box, as large as fits. PNG and JPEG go in as
 * they are, SVG as lines (only what ships with the platform is SVG); its words
 * are set in the certificate's letters.
 * @returns false for a format that a PDF does not know (WebP, GIF) and for one that cannot be read: the name stands there then
 */
export async function drawLogo(document: PDFDocument, page: PDFPage, type: Typesetter, logo: Logo | null, box: Box): Promise<boolean> {
  if (!logo) return false
  try {
    if (logo.contentType === SVG) return drawSvg(page, type, new TextDecoder().decode(logo.content), box)
    if (logo.contentType !== 'image/png' && logo.contentType !== 'image/jpeg') return false
    const image = await (logo.contentType === 'image/png' ? document.embedPng(logo.content) : document.embedJpg(logo.content))
    const { width, height } = fit(image, box)
    page.drawImage(image, { x: box.x, y: box.top - height, width, height })
    return true
  } catch {
    // A broken file must not keep anybody from their certificate.
    return false
  }
}

function drawSvg(page: PDFPage, type: Typesetter, svg: string, box: Box): boolean {
  const size = sizeOf(svg)
  if (!size) return false
  // The library looks a font up by the whole list of families as the drawing writes it.
  const families = [...svg.matchAll(/font-family="([^"]*)"/g)].map(([, family]) => family!)
  const fonts = Object.fromEntries(type.bold ? families.map((family) => [family, type.bold!]) : [])
  page.drawSvg(svg, { x: box.x, y: box.top, ...fit(size, box), fonts })
  return true
}

function sizeOf(svg: string): { width: number; height: number } | null {
  const [, , width, height] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width && height ? { width, height } : null
}

function fit({ width, height }: { width: number; height: number }, { maxWidth, maxHeight }: Box): { width: number; height: number } {
  const scale = Math.min(maxWidth / width, maxHeight / height)
  return { width: width * scale, height: height * scale }
}

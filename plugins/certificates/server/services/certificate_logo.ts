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

/** The texts of a logo, for the fonts of the document. */
export function wordsInLogo(logo: Logo | null): string {
  return logo?.contentType === SVG ? new TextDecoder().decode(logo.content).replace(/<[^>]*>/g, ' ') : ''
}

/**
 * Prepares the company's logo for a box, as large as fits. PNG and JPEG are embedded, SVG is drawn as lines (only SVG files shipped with
 * the platform); its text uses the certificate's fonts.
 * @returns the function that draws it; null for a format that PDF does not support (WebP, GIF) or an unreadable file: the name is shown
 * instead
 */
export async function readLogo(
  document: PDFDocument,
  type: Typesetter,
  logo: Logo | null,
  box: Box,
): Promise<((page: PDFPage) => void) | null> {
  if (!logo) return null
  try {
    if (logo.contentType === SVG) return readSvg(type, new TextDecoder().decode(logo.content), box)
    if (logo.contentType !== 'image/png' && logo.contentType !== 'image/jpeg') return null
    const image = await (logo.contentType === 'image/png' ? document.embedPng(logo.content) : document.embedJpg(logo.content))
    const { width, height } = fit(image, box)
    return (page) => page.drawImage(image, { x: box.x, y: box.top - height, width, height })
  } catch {
    // A broken file must not prevent a certificate.
    return null
  }
}

function readSvg(type: Typesetter, svg: string, box: Box): ((page: PDFPage) => void) | null {
  const size = sizeOf(svg)
  if (!size) return null
  // The library looks a font up by the full list of families in the drawing.
  const families = [...svg.matchAll(/font-family="([^"]*)"/g)].map(([, family]) => family!)
  const fonts = Object.fromEntries(type.bold ? families.map((family) => [family, type.bold!]) : [])
  return (page) => page.drawSvg(svg, { x: box.x, y: box.top, ...fit(size, box), fonts })
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

import {
  type PDFDocument,
  type PDFImage,
  type PDFPage,
  clip,
  closePath,
  endPath,
  lineTo,
  moveTo,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib'

/** A course's picture, PNG or JPEG. */
export interface Backdrop {
  content: Uint8Array
  contentType: string
}

/** Grey text keeps a contrast of 4.5 with black behind this overlay, and so with any picture. */
const VEIL = 0.88

/** The picture as the document stores it; null when there is none or it cannot be read. */
export async function readBackground(document: PDFDocument, background: Backdrop | null): Promise<PDFImage | null> {
  if (!background) return null
  try {
    const { content, contentType } = background
    return await (contentType === 'image/png' ? document.embedPng(content) : document.embedJpg(content))
  } catch {
    // A broken file must not prevent a certificate.
    return null
  }
}

/** Fills a box at the page's lower left corner with a cropped picture under an overlay: a watermark on which all text stays readable. */
export function drawBackground(page: PDFPage, image: PDFImage, box: { width: number; height: number }): void {
  const scale = Math.max(box.width / image.width, box.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  page.pushOperators(
    pushGraphicsState(),
    moveTo(0, 0),
    lineTo(box.width, 0),
    lineTo(box.width, box.height),
    lineTo(0, box.height),
    closePath(),
    clip(),
    endPath(),
  )
  page.drawImage(image, { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height })
  page.pushOperators(popGraphicsState())
  page.drawRectangle({ x: 0, y: 0, ...box, color: rgb(1, 1, 1), opacity: VEIL })
}

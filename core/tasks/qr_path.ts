import QRCode from 'qrcode'

export interface QrPath {
  /** Data of an SVG path. */
  path: string
  /** Width and height, in units of the path. */
  modules: number
}

/** Width of the white margin that scanners need, in modules. */
const QUIET = 4

/**
 * A QR code as one SVG path in units of its modules, without a margin. The PDF and the page draw the same path, so no seams show between
 * its squares.
 */
export function qrPath(text: string): QrPath {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let row = 0; row < size; row++) {
    let column = 0
    while (column < size) {
      let width = 0
      while (column + width < size && data[row * size + column + width]) width++
      if (width) path += `M${column} ${row}h${width}v1h-${width}z`
      column += width + 1
    }
  }
  return { path, modules: size }
}

/** The code as an SVG file with its white margin, for a printer or a website. */
export function qrSvg(text: string): string {
  const { path, modules } = qrPath(text)
  const size = modules + 2 * QUIET
  const box = `${-QUIET} ${-QUIET} ${size} ${size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><rect x="${-QUIET}" y="${-QUIET}" width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
}

/** The same as a PNG. @param width the minimum, in pixels */
export const qrPng = (text: string, width: number): Promise<Buffer> =>
  QRCode.toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', margin: QUIET, width })

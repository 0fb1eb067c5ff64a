import QRCode from 'qrcode'

export interface QrPath {
  /** Data of an SVG path. */
  path: string
  /** Width and height, in units of the path. */
  modules: number
}

/**
 * A QR code as one SVG path in units of its modules, without the white around
 * it: PDF and page draw the same one, and no seams show between its squares.
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

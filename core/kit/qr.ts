// QR codes as one SVG path for PDFs, pages and posters, and as files. `QrCode` of #web/ui draws it.
export { type QrPath, qrPath, qrPng, qrSvg } from '../tasks/qr_path.js'

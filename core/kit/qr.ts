// QR codes: one path, for a PDF, a page and a poster; files for who takes one along. `QrCode` of #web/ui draws it.
export { type QrPath, qrPath, qrPng, qrSvg } from '../work/qr_path.js'

// QR codes: one path, for a PDF, a page and a poster. `QrCode` of #web/ui draws it.
export { type QrPath, qrPath } from '../work/qr_path.js'

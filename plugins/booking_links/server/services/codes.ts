import { ownBranding, ownCompany } from '#core/kit/companies'
import { qrPng, qrSvg } from '#core/kit/qr'
import type { Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { runInWorker } from '#core/kit/tasks'
import type { Sheet } from './qr_pdf.js'
import { atLink, findLink } from './store.js'

export const QR_FORMATS = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' } as const
export type QrFormat = keyof typeof QR_FORMATS

/** Large enough for a poster. */
const PIXELS = 1200

/** The short address of a link. */
export const addressOf = (token: string): Promise<string> => platformUrl(`/b/${token}`)

/** The QR code of a link as a file. @throws AppError 404 */
export function qrFile(session: Session, id: string, format: QrFormat): Promise<{ name: string; content: Uint8Array | string }> {
  return atLink(session, id, 'qr', async () => {
    const { token, campaign } = await findLink({ id })
    const address = await addressOf(token)
    const name = `${campaign}.${format}`
    if (format === 'svg') return { name, content: qrSvg(address) }
    if (format === 'png') return { name, content: await qrPng(address, PIXELS) }
    const { language } = session.row
    const [{ name: company }, { primaryColor }] = [await ownCompany(), await ownBranding()]
    const sheet: Sheet = { title: company, text: translate(language, 'booking_links.sheet.scan'), address, language, color: primaryColor }
    return { name, content: await runInWorker<Uint8Array>(new URL('./qr_pdf.js', import.meta.url), sheet) }
  })
}

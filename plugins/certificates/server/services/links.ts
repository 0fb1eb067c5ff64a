import { platformUrl } from '#core/kit/settings'

/** The page that tells a visitor whether the certificate counts (specification, section 2). */
export async function statusUrl(token: string): Promise<string> {
  return platformUrl(`/certificate/status/${token}`)
}

/** Where the printed QR leads. */
export async function qrcodeUrl(token: string): Promise<string> {
  return platformUrl(`/certificate/qrcode/${token}`)
}

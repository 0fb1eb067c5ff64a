import { platformUrl } from '#core/kit/settings'

/** The page that tells a visitor whether the certificate is valid (specification, section 2). */
export async function statusUrl(token: string): Promise<string> {
  return platformUrl(`/certificate/status/${token}`)
}

/** The address in the printed QR code. */
export async function qrcodeUrl(token: string): Promise<string> {
  return platformUrl(`/certificate/qrcode/${token}`)
}

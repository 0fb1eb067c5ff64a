import type { CertificateFacts } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { statusUrl } from './links.js'

/** What the mail `certificates.mail.issued` may say. The token stays out of the event: events are kept for weeks. */
export async function issuedMailValues({ certificateId }: CertificateFacts): Promise<Record<string, string>> {
  const certificate = await Certificate.findOrFail(certificateId)
  return { course: certificate.courseName, number: certificate.number, actionUrl: await statusUrl(certificate.token) }
}

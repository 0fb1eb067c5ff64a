import type { MailAttachment } from '#core/kit/mail'
import type { CertificateFacts } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { documentOf } from './document_service.js'
import { statusUrl } from './links.js'

/** The values of the mail `certificates.mail.issued`. The token stays out of the event, because events are stored for weeks. */
export async function issuedMailValues({ certificateId }: CertificateFacts): Promise<Record<string, string>> {
  const certificate = await Certificate.findOrFail(certificateId)
  return { course: certificate.courseName, number: certificate.number, actionUrl: await statusUrl(certificate.token) }
}

/** The attached PDF, drawn now when it does not exist yet; a certificate withdrawn meanwhile shows it. */
export async function issuedMailFiles({ certificateId }: CertificateFacts): Promise<MailAttachment[]> {
  const { facts } = await documentOf(await Certificate.findOrFail(certificateId))
  return [{ file: facts.id }]
}

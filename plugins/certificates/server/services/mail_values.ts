import type { MailAttachment } from '#core/kit/mail'
import type { CertificateFacts } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { documentOf } from './document_service.js'
import { statusUrl } from './links.js'

/** What the mail `certificates.mail.issued` may say. The token stays out of the event: events are kept for weeks. */
export async function issuedMailValues({ certificateId }: CertificateFacts): Promise<Record<string, string>> {
  const certificate = await Certificate.findOrFail(certificateId)
  return { course: certificate.courseName, number: certificate.number, actionUrl: await statusUrl(certificate.token) }
}

/** The PDF that goes along, drawn now when it is not there yet; of one that was withdrawn meanwhile it says so. */
export async function issuedMailFiles({ certificateId }: CertificateFacts): Promise<MailAttachment[]> {
  const { facts } = await documentOf(await Certificate.findOrFail(certificateId))
  return [{ file: facts.id }]
}

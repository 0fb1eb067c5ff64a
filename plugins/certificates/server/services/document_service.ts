import db from '@adonisjs/lucid/services/db'
import { ownBranding } from '#core/kit/companies'
import { keepFile, readFile, removeFile, removeFileNamed } from '#core/kit/files'
import { runInWorker } from '#core/kit/work'
import Certificate from '../models/certificate.js'
import type { Drawing } from './certificate_pdf.js'
import { type PrintedFacts, wordsOf } from './certificate_words.js'
import { qrcodeUrl, statusUrl } from './links.js'

export interface Document {
  name: string
  content: Uint8Array
}

const PURPOSE = 'certificates'

const nameOf = (id: number, state: 'issued' | 'revoked' | 'erased') => `${id}-${state}.pdf`

/** Removes the drawings that show whose certificate it is, also one that a killed process left behind. */
export async function removeNamedDrawings(certificateId: number): Promise<void> {
  for (const state of ['issued', 'revoked'] as const) await removeFileNamed(PURPOSE, nameOf(certificateId, state))
}

/** The certificate's PDF; drawn now when it is not kept, or when the kept file was lost. */
export async function documentOf(certificate: Certificate): Promise<Document> {
  const kept = certificate.fileId ? await readFile(certificate.fileId) : null
  return { name: `${certificate.number}.pdf`, content: kept?.content ?? (await render(certificate)) }
}

/** The job `certificates.render`: draws the PDF ahead of the first download. */
export async function renderCertificate({ certificateId }: { certificateId: number }): Promise<void> {
  const certificate = await Certificate.find(certificateId)
  if (certificate && !certificate.fileId) await render(certificate)
}

async function render(certificate: Certificate): Promise<Uint8Array> {
  const facts: PrintedFacts = {
    number: certificate.number,
    language: certificate.language,
    companyName: certificate.companyName,
    personName: certificate.personName,
    birthdate: certificate.birthdate?.toISODate() ?? null,
    courseName: certificate.courseName,
    grade: certificate.grade,
    issuedAt: certificate.issuedAt.toJSDate(),
    validUntil: certificate.validUntil?.toISODate() ?? null,
    revoked: certificate.revokedAt !== null,
    qrcodeUrl: await qrcodeUrl(certificate.token),
    statusUrl: await statusUrl(certificate.token),
  }
  // Drawing takes about a tenth of a second of pure computing: nobody else's request waits for it.
  const drawing: Drawing = { facts, words: wordsOf(facts), branding: await ownBranding() }
  const content = await runInWorker<Uint8Array>(new URL('./certificate_pdf.js', import.meta.url), drawing)
  await keep(certificate, content)
  return content
}

/** Keeps a drawing, unless the certificate changed while it was drawn: then it tells what is no longer true. */
async function keep(certificate: Certificate, content: Uint8Array): Promise<void> {
  const state = certificate.erasedAt ? 'erased' : certificate.revokedAt ? 'revoked' : 'issued'
  const file = await keepFile(PURPOSE, nameOf(certificate.id, state), 'application/pdf', content)
  const updated = await db
    .from('certificates_certificates')
    .where('id', certificate.id)
    .whereRaw('(revoked_at is not null) = ? and (erased_at is not null) = ?', [
      certificate.revokedAt !== null,
      certificate.erasedAt !== null,
    ])
    .update({ file_id: file.id })
  if (Number(updated) === 0) await removeFile(file.id)
}

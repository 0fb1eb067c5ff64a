import db from '@adonisjs/lucid/services/db'
import { ownBranding, ownLogo } from '#core/kit/companies'
import { addDays, today } from '#core/kit/days'
import { type OpenFile, attachFile, storeFile, openFile, removeFile } from '#core/kit/files'
import { serviceOf } from '#core/kit/services'
import { translate } from '#core/kit/words'
import { runInWorker } from '#core/kit/tasks'
import { learningService } from '#plugins/learning/contract/index'
import { certificatePdf } from '../files.js'
import Certificate from '../models/certificate.js'
import type { Drawing } from './certificate_pdf.js'
import { type PrintedFacts, wordsOf } from './certificate_words.js'
import { qrcodeUrl, statusUrl } from './links.js'

/** The certificate's PDF; drawn now when it is not stored or the stored file was lost. */
export async function documentOf(certificate: Certificate): Promise<OpenFile> {
  const kept = certificate.fileId ? await openFile(certificate.fileId) : null
  if (kept && (await kept.isThere())) return kept
  return render(certificate)
}

/** Draws the missing PDFs of a person's certificates with the company's current style. */
export async function drawAllOf(membershipId: number): Promise<void> {
  for (const certificate of await Certificate.query().where({ membershipId }).whereNull('fileId').whereNull('erasedAt'))
    await render(certificate)
}

/** The job `certificates.render`: draws the PDF before the first download. */
export async function renderCertificate({ certificateId }: { certificateId: number }): Promise<void> {
  const certificate = await Certificate.find(certificateId)
  if (certificate && !certificate.fileId) await render(certificate)
}

export interface SampleLook {
  name: string
  primary_color: string
  secondary_color: string
}

/** A sample certificate of the current company in this style, for nobody and not stored. */
export async function sampleDocument(look: SampleLook, language: string): Promise<Uint8Array> {
  const t = (id: string) => translate(language, `certificates.sample.${id}`)
  const issuedAt = new Date()
  const facts: PrintedFacts = {
    ...{ number: t('number'), language, companyName: look.name, personName: t('person'), birthdate: '1990-05-17', courseName: t('course') },
    ...{ grade: 85, issuedAt, validUntil: addDays(today(), 730), revoked: false },
    ...{ qrcodeUrl: await qrcodeUrl('voorbeeld'), statusUrl: await statusUrl('voorbeeld') },
  }
  const branding = {
    ...(await ownBranding()),
    companyName: look.name,
    primaryColor: look.primary_color,
    secondaryColor: look.secondary_color,
  }
  const drawing: Drawing = { facts, words: wordsOf(facts), branding, logo: await ownLogo(), background: null }
  return runInWorker<Uint8Array>(new URL('./certificate_pdf.js', import.meta.url), drawing)
}

async function render(certificate: Certificate): Promise<OpenFile> {
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
  // Drawing takes about a tenth of a second of CPU, so it runs outside the request thread.
  const learning = await serviceOf(learningService)
  const drawing: Drawing = {
    facts,
    words: wordsOf(facts),
    branding: await ownBranding(),
    logo: await ownLogo(),
    background: (await learning?.certificateBackground(certificate.courseVersionId)) ?? null,
  }
  const content = await runInWorker<Uint8Array>(new URL('./certificate_pdf.js', import.meta.url), drawing)
  return keep(certificate, content)
}

/**
 * Stores a drawing. When the certificate changed during drawing, it is drawn again; of two concurrent drawings the second is discarded, so
 * that no file is left without a reference.
 */
async function keep(certificate: Certificate, content: Uint8Array): Promise<OpenFile> {
  const { id, membershipId, number, fileId } = certificate
  const file = await storeFile(certificatePdf, { name: `${number}.pdf`, content, membershipId })
  const isKept = await db.transaction(async (trx) => {
    const current = await trx
      .from('certificates_certificates')
      .where('id', id)
      .whereRaw('(revoked_at is not null) = ? and (erased_at is not null) = ? and grade is not distinct from ?::int', [
        certificate.revokedAt !== null,
        certificate.erasedAt !== null,
        certificate.grade as number,
      ])
      .forUpdate()
      .select('file_id')
      .first()
    if (!current || current.file_id !== fileId) return false
    await trx.from('certificates_certificates').where('id', id).update({ file_id: file.id })
    await attachFile(trx, file.id, { purpose: certificatePdf })
    if (fileId) await removeFile(fileId, trx)
    return true
  })
  if (isKept) return (await openFile(file.id))!
  await removeFile(file.id)
  return documentOf(await Certificate.findOrFail(id))
}

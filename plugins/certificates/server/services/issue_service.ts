import { fullName } from '#core/contract/full_name'
import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import type { PayloadOf } from '#core/contract/events'
import { ownCompany } from '#core/kit/companies'
import { emit, sendJob } from '#core/kit/events'
import { removeFile } from '#core/kit/files'
import { findMember } from '#core/kit/people'
import { currentCompanyId } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import type { coursePassed } from '#plugins/learning/contract/index'
import { certificateIssued } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { certificateNumber } from './certificate_number.js'
import { factsOf } from './certificate_service.js'
import { lastDayOf, yearOf } from './certificate_status.js'

export type CoursePassed = PayloadOf<typeof coursePassed>

/** 192 bits: a certificate cannot be found by guessing. */
const newToken = () => randomBytes(24).toString('base64url')

/**
 * Issues the certificate of a passed course, once per participation: a repeated or concurrent event gives the same one.
 * @returns the certificate, or null when the person is no longer a member
 */
export async function issueCertificate(facts: CoursePassed): Promise<Certificate | null> {
  const holder = await findMember(facts.membershipId)
  if (!holder) return null
  const company = await ownCompany()
  const issuedAt = DateTime.fromISO(facts.passedAt)
  const year = yearOf(issuedAt)

  return db.transaction(async (trx) => {
    // Locks the counter until commit: numbers are consecutive, and of two deliveries the second waits here and then finds the first one's
    // row.
    const last = await lockCounter(trx, year)
    const known = await Certificate.query({ client: trx }).where('participationId', facts.participationId).first()
    if (known?.revokedByMarking && !known.erasedAt) return reinstate(trx, known, facts)
    if (known) return known

    await trx
      .from('certificates_counters')
      .where({ year })
      .update({ last_number: last + 1 })
    const certificate = await Certificate.create(
      {
        companyId: currentCompanyId(),
        membershipId: facts.membershipId,
        participationId: facts.participationId,
        courseId: facts.courseId,
        courseVersionId: facts.courseVersionId,
        number: certificateNumber(company.abbreviation ?? company.loginId, year, last + 1),
        token: newToken(),
        language: facts.language,
        companyName: company.name,
        personName: fullName(holder),
        birthdate: holder.birthdate ? DateTime.fromISO(holder.birthdate) : null,
        courseName: textIn(facts.courseName, facts.language),
        grade: facts.grade,
        issuedAt,
        validUntil: lastDayOf(issuedAt, facts.certificateValidMonths),
      },
      { client: trx },
    )
    await announce(trx, certificate, facts.passedAt)
    return certificate
  })
}

/** Makes a certificate valid again that was revoked because a question was withdrawn: its person passed after all. */
async function reinstate(trx: TransactionClientContract, certificate: Certificate, facts: CoursePassed): Promise<Certificate> {
  const issuedAt = DateTime.fromISO(facts.passedAt)
  const drawn = certificate.fileId
  await certificate
    .merge({ revokedAt: null, revokedReason: null, revokedByMarking: false, fileId: null })
    .merge({ grade: facts.grade, issuedAt, validUntil: lastDayOf(issuedAt, facts.certificateValidMonths) })
    .save()
  if (drawn) await removeFile(drawn, trx)
  await announce(trx, certificate, facts.passedAt)
  return certificate
}

async function announce(trx: TransactionClientContract, certificate: Certificate, issuedAt: string): Promise<void> {
  const { validUntil } = certificate
  await emit(trx, certificateIssued, { ...factsOf(certificate), issuedAt, validUntil: validUntil?.toISODate() ?? null })
  await sendJob(trx, 'certificates.render', { certificateId: certificate.id })
}

/** The listener of learning's `coursePassed`. */
export async function onCoursePassed(facts: CoursePassed): Promise<void> {
  await issueCertificate(facts)
}

/** @returns the last number issued in this year */
async function lockCounter(trx: TransactionClientContract, year: number): Promise<number> {
  const { rows } = await trx.rawQuery<{ rows: { last_number: number }[] }>(
    `insert into certificates_counters (company_id, year) values (?, ?)
     on conflict (company_id, year) do update set last_number = certificates_counters.last_number returning last_number`,
    [currentCompanyId(), year],
  )
  return rows[0]!.last_number
}

import db from '@adonisjs/lucid/services/db'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { attachFile, storeSealed, removeFile } from '#core/kit/files'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, inOpenCompany, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { publishedSettingsOf, settingsOf } from '#core/kit/settings'
import { examsService } from '#plugins/exams/contract/index'
import { examRoom } from '#plugins/learning/contract/exam_room'
import { learningService } from '#plugins/learning/contract/index'
import { proctoringSettings } from '../../settings.js'
import { photoFile } from '../files.js'
import { newKey, openKey } from './evidence_key.js'
import { extraTimeOf } from './extra_time.js'
import { REFUSED_MAIL } from './mail_triggers.js'
import type { RecordingRow } from './recording_row.js'

/** Days for which a preparation or a refusal without an attempt is stored. */
const KEPT_DAYS = 7

export const PHOTOS = ['id', 'face'] as const
export type Photo = (typeof PHOTOS)[number]

/**
 * A recorded quiz of this participant, with its reviewing company and that company's terms.
 * @throws AppError 404 for another person's quiz, or a quiz that is not recorded; 409 no_examiner where no other company reviews it
 */
export async function recordedFor(session: Session, participation: number, activity: number) {
  const quiz = await (await serviceOf(learningService))?.recordedQuiz(participation, activity)
  if (!quiz || quiz.membershipId !== session.membershipId) throw notFound()
  const member: { full_name: string; language: string | null } = await db
    .from('kit_members')
    .where('id', quiz.membershipId)
    .select('full_name', 'language')
    .firstOrFail()
  const provider = await providerFor(quiz.courseId, member.language)
  // A company's examiners cannot review people of their own company.
  if (!provider || provider.companyId === currentCompanyId()) throw conflict('no_examiner')
  const published = await publishedSettingsOf(proctoringSettings, provider.companyId)
  const retentionDays = published?.values.retention_days ?? 30
  const extraMinutes = quiz.onLocation ? ((await (await serviceOf(examRoom))?.extraMinutes(quiz)) ?? 0) : 0
  return { quiz, provider, retentionDays, member, extraTime: await extraTimeOf(db, quiz.membershipId), extraMinutes }
}

/** The exam provider of the course, else the one that the platform's admins chose for the company; null if there is none. */
async function providerFor(courseId: number, language: string | null) {
  const exams = await serviceOf(examsService)
  const named = await exams?.providerOf(courseId, language)
  const { provider: loginId } = await settingsOf(proctoringSettings)
  if (named || !loginId) return named ?? null
  const chosen = await inOpenCompany({ plugin: 'proctoring', company: loginId }, async () => currentCompanyId())
  return chosen ? ((await exams?.providerFacts(chosen, language)) ?? null) : null
}

/** The open preparation for this quiz, or null. */
export async function preparedFor(participation: number, activity: number): Promise<RecordingRow | null> {
  return db.from('proctoring_recordings').where({ participation_id: participation, activity_id: activity, state: 'prepared' }).first()
}

/**
 * Stores the participant's consent to being recorded. Idempotent: a second call returns the same preparation.
 * @param termsMark identifies the version of the provider's terms that the participant read
 * @throws AppError as `recordedFor`; 422 on `terms_mark`: the terms changed meanwhile
 */
export async function prepare(session: Session, participation: number, activity: number, termsMark: string | null): Promise<RecordingRow> {
  const facts = await recordedFor(session, participation, activity)
  if ((facts.provider.terms?.mark ?? null) !== termsMark) throw invalid('terms_mark', 'terms_changed')
  await insert(session, participation, activity, facts, { state: 'prepared', consent_at: new Date(), terms_mark: termsMark, key: newKey() })
  return (await preparedFor(participation, activity))!
}

/**
 * Stores that the participant does not want to be recorded, and asks their supervisors to arrange another way.
 * @throws AppError as `recordedFor`
 */
export async function refuseConsent(session: Session, participation: number, activity: number): Promise<void> {
  const facts = await recordedFor(session, participation, activity)
  await insert(session, participation, activity, facts, { state: 'refused' })
}

async function insert(
  session: Session,
  participation: number,
  activity: number,
  { quiz, provider, retentionDays, member }: Awaited<ReturnType<typeof recordedFor>>,
  what: Partial<RecordingRow>,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Of refusals at the same time, one is stored.
    if (what.state === 'refused') {
      await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('proctoring.refuse', ?))`, [participation])
      const of = {
        company_id: session.companyId,
        membership_id: quiz.membershipId,
        participation_id: participation,
        activity_id: activity,
        state: 'refused',
      }
      if (await trx.from('proctoring_recordings').where(of).select('id').first()) return
    }
    const row = {
      company_id: session.companyId,
      review_company_id: provider.companyId,
      provider_name: provider.name,
      membership_id: quiz.membershipId,
      participation_id: participation,
      activity_id: activity,
      course_id: quiz.courseId,
      activity_key: quiz.activityKey,
      safe_browser: quiz.safeBrowser,
      record_screen: quiz.recordScreen,
      person_name: member.full_name,
      course_name: JSON.stringify(quiz.courseName),
      quiz_title: JSON.stringify(quiz.title),
      language: quiz.language,
      retention_days: retentionDays,
      evidence_expires_at: new Date(Date.now() + KEPT_DAYS * 86_400_000),
      ...what,
    }
    await trx
      .knexQuery()
      .table('proctoring_recordings')
      .insert(row)
      .onConflict(trx.knexRawQuery("(company_id, participation_id, activity_id) where state = 'prepared'") as never)
      .ignore()
    if (what.state !== 'refused') return
    const supervisors: { id: number }[] = await trx.from('kit_members').where({ role: 'beheerder', state: 'active' }).select('id')
    for (const { id } of supervisors) {
      const payload = { member: quiz.membershipId, quiz: quiz.title, course: quiz.courseName, participation }
      await sendMail(trx, REFUSED_MAIL, { to: { member: id }, payload, key: `${participation}:${activity}:${id}` })
    }
  })
}

/**
 * Stores a photo with the preparation and replaces an earlier one.
 * @throws AppError 404 without an open preparation; 422 on `photo`
 */
export async function storePhoto(
  session: Session,
  participation: number,
  activity: number,
  photo: Photo,
  content: Uint8Array,
): Promise<void> {
  const prepared = await preparedFor(participation, activity)
  if (!prepared || prepared.membership_id !== session.membershipId) throw notFound()
  const kept = await storeSealed(photoFile, { name: photo, content, field: 'photo', key: openKey(prepared.key) })
  await db.transaction(async (trx) => {
    const column = `${photo}_photo_id` as const
    const row: RecordingRow | null = await trx
      .from('proctoring_recordings')
      .where({ id: prepared.id, state: 'prepared' })
      .forUpdate()
      .first()
    if (!row) throw notFound()
    await attachFile(trx, kept.id, { purpose: photoFile })
    await trx
      .from('proctoring_recordings')
      .where('id', row.id)
      .update({ [column]: kept.id })
    if (row[column] !== null) await removeFile(row[column], trx)
  })
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import type { Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { type CheckState, type CertificateKind, registerOf } from '../../certificates.js'
import Course from '../models/course.js'
import type { checkValidator, decisionValidator } from '../validators/courses.js'
import { atCourse, findCourse, withFiles, wordsOf } from './course_service.js'
import { emitSaved } from './facts.js'

const locked = async (trx: TransactionClientContract, id: string): Promise<Course> => {
  const course = await Course.query({ client: trx }).where('id', id).forUpdate().first()
  if (!course) throw notFound()
  return course
}

/** @throws AppError 422 on `check`: no_register, for a kind without a register */
const assertRegister = (kind: CertificateKind, check: CheckState) => {
  if (check !== 'not_checked' && !registerOf(kind)) throw invalid('check', 'no_register')
}

const checkedBy = (trx: TransactionClientContract, session: Session, check: CheckState) => ({
  check_state: check,
  checked_at: check === 'not_checked' ? null : trx.raw('clock_timestamp()'),
  checked_by_id: check === 'not_checked' ? null : session.membershipId,
})

/** The reason why a certificate does not count, for the person. */
const isDenied = (check: CheckState) => check === 'unknown' || check === 'expired'

const tell = (trx: TransactionClientContract, trigger: string, course: Course) =>
  sendMail(trx, `external_courses.mail.${trigger}`, { to: { member: course.membershipId }, payload: { courseId: course.id } })

/**
 * Records the result of looking a certificate up in its register, with who and when. One that is unknown or expired there no longer counts,
 * and its person is told.
 * @throws AppError 404; 409 not_approved; 422 on `check`: no_register
 */
export function recordCheck(session: Session, id: string, { check, ...words }: Infer<typeof checkValidator>) {
  return atCourse(session, id, 'check', async () => {
    await db.transaction(async (trx) => {
      const course = await locked(trx, id)
      if (course.approval !== 'approved') throw conflict('not_approved')
      assertRegister(course.kind, check)
      const before = course.checkState
      const { diplomaNumber, validUntil } = merged(course, words)
      await trx
        .from(Course.table)
        .where('id', course.id)
        .update({
          ...checkedBy(trx, session, check),
          diploma_number: diplomaNumber,
          valid_until: validUntil,
          updated_at: trx.raw('clock_timestamp()'),
        })
      await emitSaved(trx, course.id)
      if (isDenied(check) && before !== check) await tell(trx, 'denied', course)
    })
    return withFiles(id)
  })
}

/** The typed values on top of the stored ones. @throws AppError 422 as `wordsOf` */
const merged = (
  course: Course,
  words: Omit<Infer<typeof checkValidator>, 'check'> & { name?: string | undefined; obtained_on?: string | null | undefined },
) =>
  wordsOf({
    kind: course.kind,
    name: words.name ?? course.name,
    diploma_number: words.diploma_number ?? course.diplomaNumber,
    obtained_on: words.obtained_on === undefined ? course.obtainedOn : words.obtained_on,
    valid_until: words.valid_until === undefined ? course.validUntil : words.valid_until,
  })

/**
 * Approves or refuses a certificate that its person uploaded; the person is told. Skills count it from then on.
 * @throws AppError 404; 409 already_decided; 422 on `reason`: required; on `check`: no_register
 */
export function decideCertificate(session: Session, id: string, input: Infer<typeof decisionValidator>) {
  const { approve, reason = '', check = 'not_checked', ...words } = input
  if (!approve && !reason) throw invalid('reason', 'required')
  return atCourse(session, id, 'decide', async () => {
    await db.transaction(async (trx) => {
      const course = await locked(trx, id)
      if (course.approval !== 'submitted') throw conflict('already_decided')
      assertRegister(course.kind, check)
      const decided = {
        approval: approve ? 'approved' : 'refused',
        refusal: approve ? '' : reason,
        decided_at: trx.raw('clock_timestamp()'),
        decided_by_id: session.membershipId,
        updated_at: trx.raw('clock_timestamp()'),
      }
      const { name, obtainedOn, validUntil, diplomaNumber } = merged(course, words)
      const corrected = { name, obtained_on: obtainedOn, valid_until: validUntil, diploma_number: diplomaNumber }
      await trx
        .from(Course.table)
        .where('id', course.id)
        .update(approve ? { ...decided, ...corrected, ...checkedBy(trx, session, check) } : decided)
      await emitSaved(trx, course.id)
      await tell(trx, approve ? (isDenied(check) ? 'denied' : 'approved') : 'refused', course)
    })
    return withFiles(id)
  })
}

/** The values of the mails; null when the certificate was deleted. */
export async function decisionValues({ courseId }: { courseId: number }): Promise<Record<string, string> | null> {
  const course = await findCourse(courseId).catch(() => null)
  if (!course) return null
  return { certificate: course.name, reason: course.refusal, actionUrl: await platformUrl('/deelnemer/resultaten') }
}

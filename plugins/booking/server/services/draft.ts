import db from '@adonisjs/lucid/services/db'
import { forbidden, notFound } from '#core/contract/errors'
import { versionOf } from '#core/kit/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import type { WizardStart } from '../../contract/index.js'
import type { Answers } from '../validators/booking.js'

export interface Draft {
  /** Becomes the booking's number. */
  id: number
  answers: Answers
  step: string | null
  version: string
}

/** The owner of a wizard: a member, or an admin in the chosen company. */
export type DraftOwner = { membership_id: number } | { admin_id: number }

/** @throws AppError 403 for an admin who only visits the company */
export function ownerOf(session: Session): DraftOwner {
  if (session.membershipId) return { membership_id: session.membershipId }
  if (session.companyId || !session.isAdmin) throw forbidden('no_membership')
  return { admin_id: session.userId }
}

/** The person's unfinished wizard; null when there is none. */
export async function findDraft(session: Session): Promise<Draft | null> {
  return db
    .from('booking_drafts')
    .where(ownerOf(session))
    .select('id', 'answers', 'step', db.raw(`${versionOf('updated_at')} as version`))
    .first()
}

/** Saves the wizard; the first save creates it. Each save has its own version, so that the person books exactly what they saw (book.ts). */
export async function saveDraft(session: Session, { answers, step }: { answers: Answers; step: string | null }): Promise<Draft> {
  const saved = [JSON.stringify(answers), step] as string[]
  const [[column, owner]] = Object.entries(ownerOf(session)) as [['membership_id' | 'admin_id', number]]
  const columns = `id, answers, step, ${versionOf('updated_at')} as version`
  // An insert takes a number even when the draft exists, so update first: otherwise a company's second booking would be number fourteen.
  const { rows: kept } = await db.rawQuery<{ rows: Draft[] }>(
    `update booking_drafts set answers = ?, step = ?, updated_at = clock_timestamp() where ${column} = ? and company_id = ? returning ${columns}`,
    [...saved, owner, currentCompanyId()] as string[],
  )
  if (kept[0]) return kept[0]
  const { rows } = await db.rawQuery<{ rows: Draft[] }>(
    `insert into booking_drafts (answers, step, company_id, ${column}) values (?, ?, ?, ?)
     on conflict (company_id, ${column}) ${column === 'admin_id' ? 'where admin_id is not null ' : ''}do update set answers = excluded.answers, step = excluded.step, updated_at = clock_timestamp()
     returning ${columns}`,
    [...saved, currentCompanyId(), owner] as string[],
  )
  return rows[0]!
}

/** Deletes it. */
export async function dropDraft(session: Session): Promise<void> {
  await db.from('booking_drafts').where(ownerOf(session)).delete()
}

/** Fills in the wizard from a booking link (contract: `BookingService.begin`). */
export async function beginByLink(session: Session, { link, course, type, moment, moments }: WizardStart): Promise<{ isNew: boolean }> {
  const before = await findDraft(session)
  const isNew = before?.answers.link !== link
  // Opening the same link again continues the unfinished wizard.
  if (!isNew && before?.answers.course === course) return { isNew }
  const answers: Answers = {
    ...{ people: before?.answers.people, buyer: before?.answers.buyer, method: before?.answers.method },
    ...{ option: 'all', link, course, type, moment, moments },
  }
  await saveDraft(session, { answers, step: firstStep(session, type) })
  return { isNew }
}

/** The first step that a link leaves open. A participant is not asked who takes part. */
function firstStep({ role }: Session, type: WizardStart['type']): string {
  if (!type) return 'course'
  if (role !== 'leerling') return 'people'
  return type === 'elearning' ? 'confirm' : 'moment'
}

/**
 * The wizard with the answers of a booking, to book again: course, type, people and billing details, without the moment. @throws AppError
 * 404
 */
export async function draftFromBooking(session: Session, booking: number): Promise<Draft> {
  const row = await db.from('booking_bookings').where('id', booking).first()
  if (!row) throw notFound()
  const people = await db.from('booking_people').where('booking_id', booking).whereNotNull('membership_id').select('membership_id')
  const answers: Answers = {
    course: row.course_id,
    type: row.type,
    language: row.language,
    ...(row.by_keys ? { seats: row.people } : { people: people.map(({ membership_id: membership }) => ({ membership })) }),
    buyer: row.buyer,
    method: row.payment_method,
    again: booking,
  }
  return saveDraft(session, { answers, step: 'people' })
}

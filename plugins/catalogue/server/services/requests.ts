import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, forbidden, notFound } from '#core/contract/errors'
import { emit } from '#core/kit/events'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import type { OfferRow } from '#plugins/learning/contract/offers'
import { courseRequested, offerPath, requestDecided } from '../../contract/index.js'
import { catalogueSettings } from '../../settings.js'
import { assertCatalogue, findOffer } from './offers.js'

export interface RequestRow {
  id: number
  company_id: number
  company_name: string
  membership_id: number
  firstname: string
  infix: string | null
  lastname: string
  course_id: number
  course_name: Record<string, string> | null
  price: number | null
  message: string
  status: 'open' | 'granted' | 'declined'
  answer: string
  created_at: Date
  decided_at: Date | null
}

/** Requests with their person and course. */
export const requests = () =>
  db
    .from('catalogue_requests as r')
    .join('kit_members as p', 'p.id', 'r.membership_id')
    .join('kit_companies as c', 'c.id', 'r.company_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'r.course_id')
    .select('r.id', 'r.company_id', 'r.membership_id', 'r.course_id', 'r.message', 'r.status', 'r.answer', 'r.created_at', 'r.decided_at')
    .select('p.firstname', 'p.infix', 'p.lastname', 'c.name as company_name', 'o.name as course_name', 'o.price')

/** Whether a participant can start it without a request: the company allows it, and it is free. */
export async function mayTake(session: Session, row: OfferRow): Promise<boolean> {
  if (session.role !== 'leerling' || !session.membershipId) return false
  return row.price === 0 && row.type === 'e-learning' && (await settingsOf(catalogueSettings)).participants === 'take_free'
}

/** Starts a free course. @returns the participation @throws AppError 403 not_free; 404 */
export async function startFreeCourse(session: Session, id: string): Promise<number> {
  await assertCatalogue(session)
  const row = await findOffer(id, false)
  if (!(await mayTake(session, row))) throw forbidden('not_free')
  const learning = await serviceOf(learningService)
  if (!learning) throw notFound()
  return learning.register(session.membershipId!, row.course_id, 'direct')
}

/**
 * Requests a course from one's supervisors; repeating an open request changes nothing.
 * @throws AppError 403 no_catalogue; 404; 409 already_open for a course that they have
 */
export async function requestCourse(session: Session, id: string, message: string): Promise<void> {
  if (session.role !== 'leerling' || !session.membershipId) throw forbidden()
  await assertCatalogue(session)
  const row = await findOffer(id, false)
  const member = session.membershipId
  const standing = await (await serviceOf(learningService))?.standing(member, row.course_id)
  if (standing?.openId) throw conflict('already_open')
  await db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
      `insert into catalogue_requests (company_id, membership_id, course_id, message) values (?, ?, ?, ?)
       on conflict (company_id, membership_id, course_id) where status = 'open' do nothing returning id`,
      [currentCompanyId(), member, row.course_id, message],
    )
    const requestId = rows[0]?.id
    if (!requestId) return
    await emit(trx, courseRequested, { requestId, membershipId: member, courseId: row.course_id })
    const supervisors = await trx.from('kit_members').where({ role: 'beheerder', status: 'active' }).select('id', 'language')
    for (const { id: supervisor, language } of supervisors as { id: number; language: string }[]) {
      await sendMail(trx, 'catalogue.mail.requested', { to: { member: supervisor }, payload: { requestId, language } })
    }
  })
}

/**
 * Grants a request, which gives the course, or refuses it. The participant gets a mail either way. A person who passed it before requested
 * it again, and takes it again.
 * @throws AppError 404; 409 already_decided, and the errors of assigning (member_inactive, contract_limit_reached)
 */
export function decideRequest(session: Session, id: string, grant: boolean, answer: string): Promise<RequestRow> {
  return inCompanyOfRow(session, { table: 'catalogue_requests', id, reason: 'catalogue.requests.decide' }, async () => {
    const learning = await serviceOf(learningService)
    if (!learning) throw notFound()
    await db.transaction(async (trx) => {
      const row = await trx.from('catalogue_requests').where('id', id).forUpdate().first()
      if (!row) throw notFound()
      if (row.status !== 'open') throw conflict('already_decided')
      if (grant)
        await learning.assign(row.membership_id, row.course_id, { dueAt: null, mandatory: false, again: true }, session.membershipId, trx)
      await decide(trx, row, { grant, answer, by: session.membershipId })
    })
    const row: RequestRow | null = await requests().where('r.id', id).first()
    if (!row) throw notFound()
    return row
  })
}

/** The information for a decision: whether they passed it already. @throws AppError 404 */
export function aboutRequest(session: Session, id: string): Promise<{ passedAt: Date | null }> {
  return inCompanyOfRow(session, { table: 'catalogue_requests', id, reason: 'catalogue.requests.show' }, async () => {
    const row = await db.from('catalogue_requests').where('id', id).select('membership_id', 'course_id').first()
    if (!row) throw notFound()
    const standing = await (await serviceOf(learningService))?.standing(row.membership_id, row.course_id)
    return { passedAt: standing?.passed?.at ?? null }
  })
}

async function decide(
  trx: TransactionClientContract,
  row: { id: number; membership_id: number; course_id: number },
  { grant, answer, by }: { grant: boolean; answer: string; by: number | null },
): Promise<void> {
  await trx
    .from('catalogue_requests')
    .where('id', row.id)
    .update({ status: grant ? 'granted' : 'declined', answer, decided_by: by, decided_at: trx.raw('clock_timestamp()') })
  await emit(trx, requestDecided, { requestId: row.id, membershipId: row.membership_id, courseId: row.course_id, granted: grant })
  const { language } = await trx.from('kit_members').where('id', row.membership_id).select('language').firstOrFail()
  const trigger = grant ? 'catalogue.mail.granted' : 'catalogue.mail.declined'
  await sendMail(trx, trigger, { to: { member: row.membership_id }, payload: { requestId: row.id, language } })
}

/** The values of mails about a request. */
export async function requestMailValues(
  { requestId, language }: { requestId: number; language: string },
  to: 'supervisor' | 'participant',
) {
  const row: RequestRow | null = await requests().where('r.id', requestId).first()
  if (!row) throw notFound()
  const path =
    to === 'supervisor'
      ? '/trainingen/aanvragen?status=open'
      : row.status === 'granted'
        ? '/deelnemer/trainingen'
        : offerPath(row.course_id)
  return {
    name: fullName(row),
    course: textIn(row.course_name, language),
    message: row.message,
    answer: row.answer,
    actionUrl: await platformUrl(path),
  }
}

import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { conflict, forbidden, invalid, notFound } from '#core/contract/errors'
import { addDays, type Day, PLATFORM_ZONE } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, inCompanyOfRow, inCompanyOfRowNaming, type Session, withinReach } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { examsSettings } from '../../settings.js'
import type { answerValidator, requestValidator } from '../validators/requests.js'
import { decides } from './entry_service.js'
import { dayInWords, isoDay, momentInWords } from './moment_time.js'
import { workingDaysBefore } from './working_days.js'

export type RequestStatus = 'open' | 'planned' | 'declined' | 'withdrawn'

export interface RequestRow {
  id: number
  company_id: number
  company_name: string
  provider_company_id: number | null
  exam_id: number
  course_id: number
  course_name: Record<string, string> | null
  moment_id: number | null
  starts_at: Date | null
  closes_at: Date | null
  people: number
  language: string
  wished_on: Day
  location: string
  address: string
  city: string
  note: string
  billed_least: number
  list_days: number
  status: RequestStatus
  answer: string
  answered_at: Date | null
  created_at: Date
  firstname: string | null
  infix: string | null
  lastname: string | null
}

const TABLE = 'exams_requests'

/** Requests with their exam, and the requester's name if the reader may see that person. */
export const requests = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from(`${TABLE} as r`)
    .join('exams_exams as e', 'e.id', 'r.exam_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'e.course_id')
    .leftJoin('exams_moments as m', 'm.id', 'r.moment_id')
    .leftJoin('kit_members as p', 'p.id', 'r.requested_by_id')
    .select(
      'r.id',
      'r.company_id',
      'r.company_name',
      'r.provider_company_id',
      'r.exam_id',
      'e.course_id',
      'o.name as course_name',
      'r.moment_id',
    )
    .select('m.starts_at', 'm.closes_at', 'r.people', 'r.language', 'r.location', 'r.address', 'r.city', 'r.note', 'r.billed_least')
    .select('r.list_days', 'r.status', 'r.answer', 'r.answered_at', 'r.created_at', 'p.firstname', 'p.infix', 'p.lastname')
    .select(db.raw('r.wished_on::text as wished_on'))

/** @throws AppError 404 */
async function findRequest(session: Session, id: string): Promise<RequestRow> {
  const row: RequestRow | null = await withinReach(session, 'exams.requests.show', () => requests().where('r.id', id).first())
  if (!row) throw notFound()
  return row
}

/** The exams that the company may request, and the terms. */
export async function requestOptions(session: Session) {
  const exams: { id: number; course_name: Record<string, string>; languages: string[] }[] = await db
    .from('exams_exams as e')
    .join('learning_offers as o', 'o.course_id', 'e.course_id')
    .where('e.active', true)
    .orderBy('o.search_text')
    .orderBy('e.id')
    .limit(500)
    .select('e.id', 'o.name as course_name', 'e.languages')
  const { company_least: least, list_days: days } = await settingsOf(examsSettings)
  return {
    exams: exams.map(({ id, course_name: name, languages }) => ({ id, course: textIn(name, session.row.language), languages })),
    billed_least: least,
    list_days: days,
  }
}

/** The earliest day of an exam for which the participant list can be complete in time. */
export function firstDay(today: Day, listDays: number): Day {
  let day = addDays(today, 1)
  while (workingDaysBefore(day, listDays) <= today) day = addDays(day, 1)
  return day
}

/**
 * Requests an exam at the company's own location. @throws AppError 409 already_requested for the same request again; 422 at exam_id, language,
 * wished_on (too_soon)
 */
export async function createRequest(session: Session, today: Day, input: Infer<typeof requestValidator>): Promise<RequestRow> {
  const { exam_id: examId, note = '', ...asked } = input
  const exam = await db
    .from('exams_exams as e')
    .join('learning_offers as o', 'o.course_id', 'e.course_id')
    .where({ 'e.id': examId, 'e.active': true })
    .select('e.id', 'e.languages', 'e.provider_company_id')
    .first()
  if (!exam) throw invalid('exam_id', 'enum')
  if (!exam.languages.includes(asked.language)) throw invalid('language', 'exam_language')
  const { company_least: least, list_days: days } = await settingsOf(examsSettings)
  if (asked.wished_on < firstDay(today, days)) throw invalid('wished_on', 'too_soon')
  const company = await db.from('kit_companies').where('id', currentCompanyId()).select('name').firstOrFail()
  const same = { ...asked, company_id: currentCompanyId(), exam_id: exam.id }
  const id = await db.transaction(async (trx) => {
    // Two presses of the button are one request.
    await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('exams.request', ?))`, [currentCompanyId()])
    if (
      await trx
        .from(TABLE)
        .where({ ...same, status: 'open' })
        .first()
    )
      throw conflict('already_requested')
    const of = { company_name: company.name, provider_company_id: exam.provider_company_id, requested_by_id: session.membershipId }
    const [row] = await trx
      .insertQuery()
      .table(TABLE)
      .insert({ ...same, ...of, note, billed_least: least, list_days: days })
      .returning('id')
    return String(row.id ?? row)
  })
  return findRequest(session, id)
}

/** Runs in the company of the request, for the platform, the company itself or the exam's provider. */
const atRequest = <T>(session: Session, id: string, reason: string, run: () => Promise<T>): Promise<T> =>
  session.companyId === null
    ? inCompanyOfRow(session, { table: TABLE, id, reason }, run)
    : inCompanyOfRowNaming(session, { table: TABLE, id, reason, column: 'provider_company_id' }, run)

/** SQL: a local day and time as a moment. Binds two values. */
const AT = `((?::date + ?::time) at time zone '${PLATFORM_ZONE}')`

/**
 * Answers a request: plans the exam, which creates a moment for that company only, or declines it with a reason. The requester is told.
 * @throws AppError 404; 403 for a company that does not give this exam; 409 already_answered; 422 at day: coming; at reason: required
 */
export async function answerRequest(session: Session, id: string, input: Infer<typeof answerValidator>): Promise<RequestRow> {
  const seen = await findRequest(session, id)
  if (!decides(session, seen)) throw forbidden()
  const { day, time, reason = '' } = input
  if (!input.plan && !reason) throw invalid('reason', 'required')
  if (input.plan && !day) throw invalid('day', 'required')
  if (input.plan && !time) throw invalid('time', 'required')
  await atRequest(session, id, 'exams.requests.answer', () =>
    db.transaction(async (trx) => {
      const row = await trx.from(TABLE).where('id', id).forUpdate().first()
      if (!row) throw notFound()
      if (row.status !== 'open') throw conflict('already_answered')
      const momentId = input.plan ? await plan(trx, row, { day: day!, time: time! }) : null
      await trx
        .from(TABLE)
        .where('id', row.id)
        .update({
          status: input.plan ? 'planned' : 'declined',
          moment_id: momentId,
          answer: reason,
          answered_by: session.companyId === null ? 'platform' : 'provider',
          answered_at: trx.raw('clock_timestamp()'),
        })
      if (row.requested_by_id === null) return
      const trigger = `exams.mail.request_${input.plan ? 'planned' : 'declined'}`
      await sendMail(trx, trigger, { to: { member: row.requested_by_id }, payload: { request: row.id, member: row.requested_by_id } })
    }),
  )
  return findRequest(session, id)
}

async function plan(
  trx: TransactionClientContract,
  row: { id: number; list_days: number },
  { day, time }: { day: Day; time: string },
): Promise<number> {
  const due = workingDaysBefore(day, row.list_days)
  const { rows: at } = await trx.rawQuery(
    `select ${AT} as starts, (?::date + 1)::timestamp at time zone '${PLATFORM_ZONE}' as closes, ${AT} > now() as coming`,
    [day, time, due, day, time],
  )
  if (!at[0].coming) throw invalid('day', 'coming')
  // For an exam at short notice, the list is due when it starts.
  const closes = at[0].closes < new Date() ? at[0].starts : at[0].closes
  const { rows } = await trx.rawQuery('select exams_plan_request(?, ?, ?) as id', [row.id, at[0].starts, closes])
  if (!rows[0].id) throw conflict('already_answered')
  return Number(rows[0].id)
}

/** Withdraws the company's open request. @throws AppError 404; 409 already_answered */
export async function withdrawRequest(id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await trx.from(TABLE).where({ id, company_id: currentCompanyId() }).forUpdate().first()
    if (!row) throw notFound()
    if (row.status !== 'open') throw conflict('already_answered')
    await trx.from(TABLE).where('id', row.id).update({ status: 'withdrawn' })
  })
}

/** A list that closes at midnight is due on the day before. */
const lastDay = (closesAt: Date): Day => isoDay(new Date(closesAt.getTime() - 1))

export interface RequestMailFacts {
  request: number
  member: number
}

/** The values of the mails to the requester. */
export async function requestValues({ request, member }: RequestMailFacts): Promise<Record<string, string> | null> {
  const row: RequestRow | null = await requests().where('r.id', request).first()
  const reader = await db.from('kit_members').where('id', member).select('language').first()
  if (!row || !reader) return null
  const language = reader.language ?? 'nl'
  return {
    course: textIn(row.course_name, language),
    place: [row.location, row.address, row.city].filter(Boolean).join(', '),
    moment: row.starts_at ? momentInWords(row.starts_at, language) : '–',
    list_until: row.closes_at ? dayInWords(lastDay(row.closes_at), language) : '–',
    reason: row.answer || '–',
    actionUrl: await platformUrl('/exams/aanvragen'),
  }
}

export const toRequest = (row: RequestRow, session: Session) => ({
  id: row.id,
  company: row.company_name,
  course: textIn(row.course_name, session.row.language),
  course_id: row.course_id,
  moment_id: row.moment_id,
  starts_at: row.starts_at?.toISOString() ?? null,
  /** Deadline for the participant list; ISO 8601. */
  closes_at: row.closes_at?.toISOString() ?? null,
  /** The last day for the participant list. */
  list_on: row.closes_at && lastDay(row.closes_at),
  people: row.people,
  language: row.language,
  wished_on: row.wished_on,
  location: row.location,
  address: row.address,
  city: row.city,
  note: row.note,
  billed_least: row.billed_least,
  list_days: row.list_days,
  status: row.status,
  answer: row.answer,
  by: row.firstname === null ? null : fullName({ firstname: row.firstname, infix: row.infix, lastname: row.lastname ?? '' }),
  created_at: row.created_at.toISOString(),
  /** The actions that the reader may take now. */
  can_answer: row.status === 'open' && decides(session, row),
  can_withdraw: row.status === 'open' && session.companyId === row.company_id && session.can('exams.requests.make'),
  can_book: row.status === 'planned' && session.companyId === row.company_id && (row.closes_at?.getTime() ?? 0) > Date.now(),
})
export type RequestView = ReturnType<typeof toRequest>

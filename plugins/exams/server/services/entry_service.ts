import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, forbidden, notFound } from '#core/contract/errors'
import { emit } from '#core/kit/events'
import { inCompanyOfRow, inCompanyOfRowNaming, type Session, withinReach } from '#core/kit/scope'
import { entryChanged } from '../../contract/index.js'
import type { Adjustment } from '../../contract/adjustments.js'
import type { ExamStatus } from '../../contract/statuses.js'
import { recordStatus, type Side } from './entry_history.js'
import { emitFreed } from './exams_service.js'
import { emitReleased } from './update_entries.js'
import { ABOUT, recordNews } from './news.js'
import { lockMoment } from './seats.js'

export interface EntryRow {
  id: number
  company_id: number
  company_name: string
  person_name: string
  membership_id: number | null
  provider_company_id: number | null
  provider_name: string | null
  moment_id: number
  course_name: Record<string, string> | null
  city: string
  location: string
  language: string
  starts_at: Date
  status: ExamStatus
  /** Why the seat was released; null while it is not. */
  release_reason: string | null
  arrived_at: Date | null
  identity_seen_at: Date | null
  seat: number | null
  day_note: string
  /** When the examiner started the exam for them. */
  started_at: Date | null
  /** The assistant in the room, such as a person who reads aloud. */
  helper: string
  adjustments: Adjustment[]
  is_candidate: boolean
  /** The duration of the exam for this person. */
  minutes: number
  course_id: number
}

/** The allowed status transitions: results come after the exam and may be corrected; refused is final. */
const NEXT: Readonly<Record<ExamStatus, readonly ExamStatus[]>> = {
  waiting: ['confirmed', 'not_confirmed', 'refused'],
  not_confirmed: ['confirmed', 'refused'],
  confirmed: ['not_confirmed', 'refused', 'passed', 'failed', 'no_show'],
  passed: ['failed', 'no_show', 'confirmed'],
  failed: ['passed', 'no_show', 'confirmed'],
  no_show: ['passed', 'failed', 'confirmed'],
  refused: [],
}
const RESULTS: readonly ExamStatus[] = ['passed', 'failed', 'no_show']

/** The statuses an entry may get now; none when its seat was released. Pure. */
export function nextStatuses({ status, starts_at: startsAt, release_reason: released }: EntryRow, now = Date.now()): readonly ExamStatus[] {
  if (released !== null) return []
  return NEXT[status].filter((one) => !RESULTS.includes(one) || startsAt.getTime() <= now)
}

/** Confirmed entries, without holds. */
export const entries = () =>
  db
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'e.course_id')
    .leftJoin('kit_companies as p', 'p.id', 'n.provider_company_id')
    .whereNull('n.held_until')
    .select('n.id', 'n.company_id', 'n.company_name', 'n.person_name', 'n.membership_id', 'n.provider_company_id', 'n.moment_id')
    .select(db.raw('coalesce(o.name, n.course_name) as course_name'))
    .select('m.city', 'm.location', 'm.language', 'm.starts_at', 'n.status', 'n.release_reason')
    .select(
      'p.name as provider_name',
      'n.arrived_at',
      'n.identity_seen_at',
      'n.seat',
      'n.day_note',
      'n.started_at',
      'n.helper',
      'n.adjustments',
      'e.course_id',
      db.raw(`case when n.adjustments = '{}' then e.minutes else coalesce(e.adjusted_minutes, e.minutes) end as minutes`),
      db.raw('n.candidate_confirmed_at is not null as is_candidate'),
    )

/** One entry that this person may see: of their own company, or of an exam that their company gives. @throws AppError 404 */
export async function findEntry(session: Session, id: string): Promise<EntryRow> {
  const row: EntryRow | null = await withinReach(session, 'exams.entries.show', () => entries().where('n.id', id).first())
  if (!row) throw notFound()
  return row
}

/** Whether this person may set its status: the provider, and the platform. Pure. */
export const decides = (session: Session, row: Pick<EntryRow, 'provider_company_id'>): boolean =>
  session.companyId === null || session.companyId === row.provider_company_id

/**
 * Sets an entry's exam status. A refused entry loses its seat.
 * @throws AppError 404; 403 for a company that does not give this exam; 409 status_order (with `next`)
 */
export async function setStatus(session: Session, id: string, status: ExamStatus, explanation: string): Promise<EntryRow> {
  const seen = await findEntry(session, id)
  if (!decides(session, seen)) throw forbidden()
  const side: Side = session.companyId === null ? 'platform' : 'provider'
  const run = () => db.transaction((trx) => change(trx, id, status, { side, membershipId: session.membershipId, explanation }))
  await asDecider(session, id, 'exams.entries.status', run)
  return findEntry(session, id)
}

/** Changes an entry in its own company, on behalf of the exam provider or the platform. Audited. @throws AppError 404 */
export function asDecider<T>(session: Session, id: string, reason: string, run: () => Promise<T>): Promise<T> {
  const where = { table: 'exams_entries', id, reason }
  if (session.companyId === null) return inCompanyOfRow(session, where, run)
  return inCompanyOfRowNaming(session, { ...where, column: 'provider_company_id' }, run)
}

async function change(
  trx: TransactionClientContract,
  id: string,
  status: ExamStatus,
  by: { side: Side; membershipId: number | null; explanation: string },
): Promise<void> {
  const { moment_id: momentId } = await trx.from('exams_entries').where('id', id).select('moment_id').firstOrFail()
  await trx.rawQuery('select * from exams_lock_moment(?)', [momentId])
  const row = await trx.from('exams_entries').where('id', id).forUpdate().firstOrFail()
  const { starts_at: startsAt } = await trx.from('exams_moments').where('id', row.moment_id).select('starts_at').firstOrFail()
  if (row.status === status) return
  const next = nextStatuses({ ...row, starts_at: startsAt })
  if (row.held_until !== null || !next.includes(status)) throw conflict('status_order', { next })
  const released = status === 'refused' ? { released_at: trx.raw('clock_timestamp()'), release_reason: 'refused' } : {}
  await trx
    .from('exams_entries')
    .where('id', id)
    .update({ status, ...released, updated_at: trx.raw('clock_timestamp()') })
  const changedAt = await recordStatus(trx, { entryIds: [row.id], status, from: row.status, ...by })
  const { key, membership_id: membershipId } = row
  await emit(trx, entryChanged, { key, membershipId, momentId: row.moment_id, status, from: row.status, changedAt })
  await recordNews(trx, { id: row.moment_id, provider_company_id: row.provider_company_id }, [row.id], ABOUT[status], status)
  if (status !== 'refused') return
  await emitReleased(trx, row.moment_id, [row], 'refused')
  await emitFreed(trx, await lockMoment(trx, row.moment_id))
}

export interface HistoryRow {
  id: number
  status: ExamStatus
  from_status: ExamStatus | null
  by_side: Side
  by_name: string | null
  explanation: string
  at: Date
}

/** Returns the history of statuses, newest first, with names of the reader's own people only. @throws AppError 404 */
export async function historyOf(session: Session, id: string): Promise<HistoryRow[]> {
  await findEntry(session, id)
  return withinReach(session, 'exams.entries.history', () =>
    db
      .from('exams_entry_history as h')
      .leftJoin('kit_members as p', 'p.id', 'h.by_membership_id')
      .where('h.entry_id', id)
      .orderBy('h.id', 'desc')
      .select('h.id', 'h.status', 'h.from_status', 'h.by_side', 'h.explanation', 'h.at')
      .select(db.raw('p.full_name as by_name')),
  )
}

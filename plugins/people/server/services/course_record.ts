import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { isMember } from '#core/kit/people'
import { currentCompanyId } from '#core/kit/scope'
import type {
  ParticipationFacts,
  courseFailed,
  coursePassed,
  courseRegraded,
  participationChanged,
  participationExpired,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import type { CourseStatus } from '../transformers/participant_transformer.js'
import { recomputeProgress } from './progress.js'

interface Change {
  /** The time of the event. */
  at: string
  status: CourseStatus
  grade?: number | null
  expiresAt?: string | null
  finishedAt?: string
}

// A later status in this list is further along. Deliveries may be duplicated or out of order: only a supervisor's change moves a status
// back (recordChange), and events from before that change are ignored.
const ORDER = `array['registered', 'busy', 'failed', 'no_show', 'cancelled', 'passed']`

/** True for an event that happened before the last supervisor's change but was delivered after it. */
const OUTDATED = `coalesce(excluded.status_at <= p.changed_at, false)`
const FURTHER = `not ${OUTDATED} and array_position(${ORDER}, excluded.status) > array_position(${ORDER}, p.status)`

async function note(facts: ParticipationFacts, change: Change): Promise<void> {
  // An event about a person who has left adds nothing.
  if (!(await isMember(facts.membershipId))) return
  await db.rawQuery(
    `insert into people_courses as p
       (company_id, membership_id, participation_id, course_name, status, status_at, grade, registered_at, expires_at, finished_at)
     values (?, ?, ?, ?::jsonb, ?, ?::timestamptz, ?::integer, ?::timestamptz, ?::timestamptz, ?::timestamptz)
     on conflict (company_id, participation_id) do update set
       course_name = excluded.course_name,
       status = case when ${FURTHER} then excluded.status else p.status end,
       status_at = case when ${FURTHER} then excluded.status_at else p.status_at end,
       grade = coalesce(excluded.grade, p.grade),
       registered_at = least(excluded.registered_at, p.registered_at),
       expires_at = case when ${OUTDATED} then p.expires_at else coalesce(excluded.expires_at, p.expires_at) end,
       finished_at = case when ${OUTDATED} then p.finished_at else coalesce(excluded.finished_at, p.finished_at) end`,
    [
      currentCompanyId(),
      facts.membershipId,
      facts.participationId,
      JSON.stringify(facts.courseName),
      change.status,
      change.at,
      change.grade ?? null,
      // Until the registration itself is delivered, the first event stands in for it: see `least` above.
      change.at,
      change.expiresAt ?? null,
      change.finishedAt ?? null,
    ],
  )
  await recomputeProgress(facts.membershipId)
}

export function recordRegistered(facts: PayloadOf<typeof participationRegistered>): Promise<void> {
  return note(facts, { status: 'registered', at: facts.registeredAt })
}

export function recordStarted(facts: PayloadOf<typeof participationStarted>): Promise<void> {
  return note(facts, { status: 'busy', at: facts.startedAt, expiresAt: facts.expiresAt })
}

export function recordPassed(facts: PayloadOf<typeof coursePassed>): Promise<void> {
  return note(facts, { status: 'passed', at: facts.passedAt, grade: facts.grade, finishedAt: facts.passedAt })
}

/** The clock also sets this status (statusNow); this covers an end that was moved meanwhile. */
export function recordExpired(facts: PayloadOf<typeof participationExpired>): Promise<void> {
  return note(facts, { status: 'registered', at: facts.expiredAt, expiresAt: facts.expiredAt })
}

export function recordFailed(facts: PayloadOf<typeof courseFailed>): Promise<void> {
  return note(facts, { status: 'failed', at: facts.failedAt, grade: facts.grade, finishedAt: facts.failedAt })
}

/** Stores the grade of a course that was marked again; its status follows from the other events. */
export async function recordRegraded({ participationId, grade }: PayloadOf<typeof courseRegraded>): Promise<void> {
  await db.from('people_courses').where({ company_id: currentCompanyId(), participation_id: participationId }).update({ grade })
}

/**
 * Applies a supervisor's change, which may also move the course back (another attempt after failing). If two changes arrive out of order,
 * the later one wins, and so does what the person did after it.
 */
export async function recordChange(facts: PayloadOf<typeof participationChanged>): Promise<void> {
  const status: CourseStatus = facts.status === 'planned' || facts.status === 'expired' ? 'registered' : facts.status
  await note(facts, { status: 'registered', at: facts.changedAt })
  await db.rawQuery(
    `update people_courses as p set
       status = case when p.status_at <= ?::timestamptz then ? else p.status end,
       status_at = greatest(p.status_at, ?::timestamptz),
       expires_at = ?::timestamptz, finished_at = case when p.status_at <= ?::timestamptz then ?::timestamptz else p.finished_at end,
       changed_at = ?::timestamptz
     where company_id = ? and participation_id = ? and coalesce(p.changed_at < ?::timestamptz, true)`,
    [
      ...[facts.changedAt, status, facts.changedAt, facts.expiresAt, facts.changedAt, facts.finishedAt, facts.changedAt],
      ...[currentCompanyId(), facts.participationId, facts.changedAt],
    ] as string[],
  )
  await recomputeProgress(facts.membershipId)
}

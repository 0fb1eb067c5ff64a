import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { isMember } from '#core/kit/people'
import { currentCompanyId } from '#core/kit/scope'
import type {
  ParticipationFacts,
  courseFailed,
  coursePassed,
  participationExpired,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import type { CourseStatus } from '../transformers/participant_transformer.js'

interface Change {
  /** When it happened. */
  at: string
  status: CourseStatus
  grade?: number | null
  expiresAt?: string | null
  finishedAt?: string
}

// Later in this list is further on. Deliveries may come twice or out of order: a status never goes back.
const ORDER = `array['registered', 'busy', 'failed', 'passed']`

async function note(facts: ParticipationFacts, change: Change): Promise<void> {
  // An event about somebody who has left adds nothing.
  if (!(await isMember(facts.membershipId))) return
  await db.rawQuery(
    `insert into people_courses as p
       (company_id, membership_id, participation_id, course_name, status, grade, registered_at, expires_at, finished_at)
     values (?, ?, ?, ?::jsonb, ?, ?::integer, ?::timestamptz, ?::timestamptz, ?::timestamptz)
     on conflict (company_id, participation_id) do update set
       course_name = excluded.course_name,
       status = case when array_position(${ORDER}, excluded.status) > array_position(${ORDER}, p.status)
                     then excluded.status else p.status end,
       grade = coalesce(excluded.grade, p.grade),
       registered_at = least(excluded.registered_at, p.registered_at),
       expires_at = coalesce(excluded.expires_at, p.expires_at),
       finished_at = coalesce(excluded.finished_at, p.finished_at)`,
    [
      currentCompanyId(),
      facts.membershipId,
      facts.participationId,
      JSON.stringify(facts.courseName),
      change.status,
      change.grade ?? null,
      // Until the registration itself is delivered, the first that is heard of it stands in: see `least` above.
      change.at,
      change.expiresAt ?? null,
      change.finishedAt ?? null,
    ],
  )
}

export function noteRegistered(facts: PayloadOf<typeof participationRegistered>): Promise<void> {
  return note(facts, { status: 'registered', at: facts.registeredAt })
}

export function noteStarted(facts: PayloadOf<typeof participationStarted>): Promise<void> {
  return note(facts, { status: 'busy', at: facts.startedAt, expiresAt: facts.expiresAt })
}

export function notePassed(facts: PayloadOf<typeof coursePassed>): Promise<void> {
  return note(facts, { status: 'passed', at: facts.passedAt, grade: facts.grade, finishedAt: facts.passedAt })
}

/** The clock tells it too (statusNow); this holds when the end was moved meanwhile. */
export function noteExpired(facts: PayloadOf<typeof participationExpired>): Promise<void> {
  return note(facts, { status: 'registered', at: facts.expiredAt, expiresAt: facts.expiredAt })
}

export function noteFailed(facts: PayloadOf<typeof courseFailed>): Promise<void> {
  return note(facts, { status: 'failed', at: facts.failedAt, grade: facts.grade, finishedAt: facts.failedAt })
}

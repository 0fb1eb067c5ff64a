import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { findMember } from '#core/kit/people'
import { currentCompanyId } from '#core/kit/scope'
import type { certificateIssued } from '#plugins/certificates/contract/index'
import type {
  ParticipationFacts,
  courseFailed,
  coursePassed,
  participationChanged,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import type { ActionKind } from '../transformers/action_transformer.js'

interface Action {
  kind: ActionKind
  membershipId: number | null
  participationId: number
  courseName: Record<string, string>
  grade?: number | null
  /** The event's own date, not that of its delivery, which may be late. */
  at: string
}

async function record(action: Action): Promise<void> {
  // The name of a person who left meanwhile is not stored.
  const member = action.membershipId === null ? null : await findMember(action.membershipId)
  await db.rawQuery(
    `insert into reports_actions
       (company_id, kind, membership_id, person_name, participation_id, course_name, grade, occurred_at)
     values (?, ?, ?, ?, ?, ?::jsonb, ?::integer, ?::timestamptz)
     on conflict (company_id, participation_id, kind, occurred_at) do nothing`,
    [
      currentCompanyId(),
      action.kind,
      member?.id ?? null,
      member && fullName(member),
      action.participationId,
      JSON.stringify(action.courseName),
      action.grade ?? null,
      action.at,
    ],
  )
}

/**
 * Stores an enrolment or its cancellation; a cancelled one no longer counts. It inserts first and checks after that: in any order of
 * delivery, also concurrently, one of the two sees the other.
 */
async function recordEnrolment(action: Action): Promise<void> {
  await record(action)
  await db.rawQuery(
    `update reports_actions r set withdrawn = true
      where r.company_id = ? and r.participation_id = ? and r.kind = 'registered' and not r.withdrawn
        and exists (select from reports_actions w where w.company_id = r.company_id and w.participation_id = r.participation_id and w.kind = 'withdrawn')`,
    [currentCompanyId(), action.participationId],
  )
}

const of = ({ membershipId, participationId, courseName }: ParticipationFacts) => ({ membershipId, participationId, courseName })

export function recordRegistered(facts: PayloadOf<typeof participationRegistered>): Promise<void> {
  return recordEnrolment({ ...of(facts), kind: 'registered', at: facts.registeredAt })
}

export function recordStarted(facts: PayloadOf<typeof participationStarted>): Promise<void> {
  return record({ ...of(facts), kind: 'started', at: facts.startedAt })
}

/** Records the cancellation of a course by a supervisor. Other changes follow from later events. */
export async function recordWithdrawn(facts: PayloadOf<typeof participationChanged>): Promise<void> {
  if (facts.status !== 'cancelled') return
  await recordEnrolment({ ...of(facts), kind: 'withdrawn', at: facts.finishedAt ?? facts.changedAt })
}

export function recordPassed(facts: PayloadOf<typeof coursePassed>): Promise<void> {
  return record({ ...of(facts), kind: 'passed', grade: facts.grade, at: facts.passedAt })
}

export function recordFailed(facts: PayloadOf<typeof courseFailed>): Promise<void> {
  return record({ ...of(facts), kind: 'failed', grade: facts.grade, at: facts.failedAt })
}

export function recordCertificate(facts: PayloadOf<typeof certificateIssued>): Promise<void> {
  const { membershipId, participationId, courseName, issuedAt } = facts
  // A certificate has the course name in one language, that of the person.
  return record({ kind: 'certificate', membershipId, participationId, courseName: { und: courseName }, at: issuedAt })
}

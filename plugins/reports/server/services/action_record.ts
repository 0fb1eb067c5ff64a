import db from '@adonisjs/lucid/services/db'
import type { Delivery, EventToken } from '#core/contract/events'
import { currentCompanyId } from '#core/tenancy/scope'
import type { certificateIssued } from '#plugins/certificates/contract/index'
import type {
  ParticipationFacts,
  courseFailed,
  coursePassed,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import type { ActionKind } from '../transformers/action_transformer.js'

type Payload<T> = T extends EventToken<infer P> ? P : never

interface Action {
  kind: ActionKind
  membershipId: number | null
  participationId: number
  courseName: Record<string, string>
  grade?: number | null
  /** The event's own date, not that of its delivery, which may be late. */
  at: string
}

async function record(action: Action, { eventId }: Delivery): Promise<void> {
  // From the membership: of somebody who has left meanwhile no name is kept.
  await db.rawQuery(
    `insert into reports_actions
       (company_id, kind, membership_id, person_name, participation_id, course_name, grade, occurred_at, event_id)
     select ?, ?, m.id, u.firstname || ' ' || u.lastname, ?, ?::jsonb, ?::integer, ?::timestamptz, ?
       from (values (1)) one
       left join core_memberships m on m.id = ?::bigint
       left join core_users u on u.id = m.user_id
     on conflict (company_id, kind, event_id) do nothing`,
    [
      currentCompanyId(),
      action.kind,
      action.participationId,
      JSON.stringify(action.courseName),
      action.grade ?? null,
      action.at,
      eventId,
      action.membershipId,
    ],
  )
}

const of = ({ membershipId, participationId, courseName }: ParticipationFacts) => ({ membershipId, participationId, courseName })

export function recordRegistered(facts: Payload<typeof participationRegistered>, delivery: Delivery): Promise<void> {
  return record({ ...of(facts), kind: 'registered', at: facts.registeredAt }, delivery)
}

export function recordStarted(facts: Payload<typeof participationStarted>, delivery: Delivery): Promise<void> {
  return record({ ...of(facts), kind: 'started', at: facts.startedAt }, delivery)
}

export function recordPassed(facts: Payload<typeof coursePassed>, delivery: Delivery): Promise<void> {
  return record({ ...of(facts), kind: 'passed', grade: facts.grade, at: facts.passedAt }, delivery)
}

export function recordFailed(facts: Payload<typeof courseFailed>, delivery: Delivery): Promise<void> {
  return record({ ...of(facts), kind: 'failed', grade: facts.grade, at: facts.failedAt }, delivery)
}

export function recordCertificate(facts: Payload<typeof certificateIssued>, delivery: Delivery): Promise<void> {
  const { membershipId, participationId, courseName, issuedAt } = facts
  // A certificate names the course in one language, that of the person.
  return record({ kind: 'certificate', membershipId, participationId, courseName: { und: courseName }, at: issuedAt }, delivery)
}

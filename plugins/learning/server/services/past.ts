import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import type { EventHistory } from '#core/contract/events'
import type { ParticipationFacts } from '../../contract/index.js'
import type { ParticipationStatus } from '../../contract/states.js'

interface Row {
  id: number
  membership_id: number
  course_id: number
  version_id: number
  name: Record<string, string>
  status: ParticipationStatus
  language: string | null
  grade: number | null
  certificate_valid_months: number | null
  registered_at: Date
  started_at: Date | null
  expires_at: Date | null
  finished_at: Date | null
}

/** The time format of the events. */
const iso = (date: Date) => DateTime.fromJSDate(date).toUTC().toISO()!

/**
 * The past events of participations, read from their current state: a participation that failed and was passed later only has the passed
 * event.
 * @param which condition on `p`
 * @param when the column with the time of the event
 */
function pastOf<P extends ParticipationFacts>(
  which: string,
  when: 'registered_at' | 'started_at' | 'finished_at' | 'expires_at',
  payload: (row: Row, facts: ParticipationFacts, at: string) => P,
): EventHistory<P> {
  return {
    count: async () => {
      const { rows } = await db.rawQuery<{ rows: { n: number }[] }>(
        `select count(*)::int as n from learning_participations p where ${which} and p.${when} is not null`,
      )
      return rows[0]!.n
    },
    after: async (key, limit) => {
      const { rows } = await db.rawQuery<{ rows: Row[] }>(
        `select p.id, p.membership_id, p.course_id, p.version_id, p.status, p.language, p.grade, p.registered_at, p.started_at, p.expires_at,
                p.finished_at, v.name, v.certificate_valid_months
           from learning_participations p join learning_course_versions v on v.id = p.version_id
          where ${which} and p.${when} is not null and p.id > ? order by p.id limit ?`,
        [key, limit],
      )
      return rows.map((row) => {
        const occurredAt = row[when]!
        const { id, membership_id: membershipId, course_id: courseId, version_id: courseVersionId, name: courseName } = row
        const facts = { participationId: id, membershipId, courseId, courseVersionId, courseName }
        return { key: id, occurredAt, payload: payload(row, facts, iso(occurredAt)) }
      })
    },
  }
}

export const pastRegistered = pastOf('true', 'registered_at', (_, facts, registeredAt) => ({ ...facts, registeredAt }))

export const pastStarted = pastOf('p.language is not null', 'started_at', ({ language, expires_at }, facts, startedAt) => ({
  ...facts,
  language: language!,
  startedAt,
  expiresAt: expires_at && iso(expires_at),
}))

export const pastFailed = pastOf(`p.status = 'failed'`, 'finished_at', ({ grade }, facts, failedAt) => ({ ...facts, grade, failedAt }))

export const pastExpired = pastOf(`p.status = 'expired'`, 'expires_at', (_, facts, expiredAt) => ({ ...facts, expiredAt }))

/**
 * Only supervisors' acts that still apply: no-shows and cancellations. Extended and retried participations appear in the other events with
 * their current state.
 */
export const pastChanged = pastOf(
  `p.status in ('no_show', 'cancelled')`,
  'finished_at',
  ({ status, expires_at: end }, facts, changedAt) => ({
    ...facts,
    act: status === 'no_show' ? ('no_show' as const) : ('cancel' as const),
    status,
    expiresAt: end && iso(end),
    finishedAt: changedAt,
    changedAt,
  }),
)

export const pastPassed = pastOf(
  `p.status = 'passed'`,
  'finished_at',
  ({ language, grade, certificate_valid_months }, facts, passedAt) => ({
    ...facts,
    language: language!,
    grade,
    passedAt,
    certificateValidMonths: certificate_valid_months,
  }),
)

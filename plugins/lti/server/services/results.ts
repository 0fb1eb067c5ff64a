import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { limitCalls } from '#core/kit/calls'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { type Outcome, learningService } from '#plugins/learning/contract/index'
import type { ParticipationStatus } from '#plugins/learning/contract/states'
import { openCourse } from './launch.js'
import { syncRosters } from './roster.js'

/** Each reads a whole list from another system. */
const ROSTER_CALLS = { requests: 10, duration: '10 mins' }

interface LinkRow {
  id: number
  course_id: number
  context_id: number
  title: string
  context: string
  /** The platform provides a list of the context's people. */
  has_roster: boolean
  synced_at: Date | null
  sync_error: string | null
}

/** The people who may see a context: its instructors, and the administrators of its platform. @throws AppError 404 for anybody else */
async function linkFor(membershipId: number | null, linkId: number): Promise<LinkRow & { person_id: number }> {
  const row: (LinkRow & { person_id: number }) | null = await db
    .from('lti_links as l')
    .join('lti_contexts as c', 'c.id', 'l.context_id')
    .join('lti_context_people as cp', 'cp.context_id', 'c.id')
    .join('lti_people as p', 'p.id', 'cp.person_id')
    .where({ 'l.id': linkId, 'p.membership_id': membershipId ?? 0, 'cp.role': 'instructor', 'cp.status': 'active' })
    .select('l.id', 'l.course_id', 'l.context_id', 'l.title', 'c.title as context', 'p.id as person_id')
    .select('c.synced_at', 'c.sync_error', db.raw('c.memberships_url is not null as has_roster'))
    .first()
  if (!row) throw notFound()
  return row
}

export interface ResultRow {
  id: number
  firstname: string
  infix: string | null
  lastname: string
  has_left: boolean
  status: ParticipationStatus | null
  progress: number
  grade: number | null
  /** Whether the platform has the grade: null while there is none. */
  told: 'sent' | 'waiting' | 'failed' | null
}

/** The time that the list of people was last read, and the errors since. */
export interface RosterState {
  /** ISO 8601; null: never. */
  synced_at: string | null
  failed: boolean
}

const rosterOf = ({ has_roster: isGiven, synced_at: at, sync_error: error }: LinkRow): RosterState | null =>
  isGiven ? { synced_at: at?.toISOString() ?? null, failed: error !== null } : null

/**
 * Reads the platform's list of people now, for its teacher.
 * @throws AppError 404; 409 no_roster; 429
 */
export async function syncRoster(membershipId: number | null, linkId: number): Promise<RosterState> {
  const { context_id: context, has_roster: isGiven } = await linkFor(membershipId, linkId)
  if (!isGiven) throw conflict('no_roster')
  await limitCalls('lti.roster', { id: context }, ROSTER_CALLS)
  await syncRosters({ context })
  return rosterOf(await linkFor(membershipId, linkId))!
}

/** The people of a context and their progress in the course of one of its links. @throws AppError 404 */
export async function contextResults(membershipId: number | null, linkId: number, language: string) {
  const link = await linkFor(membershipId, linkId)
  const { rows } = await db.rawQuery<{ rows: (Omit<ResultRow, 'status' | 'progress' | 'grade'> & { participation: number | null })[] }>(
    `select p.id, m.firstname, m.infix, m.lastname, cp.status = 'left' as has_left, g.participation_id as participation,
            case when g.version > 0 then case when g.sent_version >= g.version then 'sent' when g.next_try_at is null then 'failed' else 'waiting' end end as told
       from lti_context_people cp
       join lti_people p on p.id = cp.person_id
       join kit_members m on m.id = p.membership_id
       left join lti_grades g on g.person_id = p.id and g.link_id = ?
      where cp.context_id = ? and cp.role = 'learner'
      order by m.sort_name, p.id limit 1000`,
    [link.id, link.context_id],
  )
  const learning = await serviceOf(learningService)
  const ids = rows.flatMap(({ participation }) => participation ?? [])
  const outcomes = new Map<number, Outcome>(((await learning?.outcomes(ids)) ?? []).map((outcome) => [outcome.participationId, outcome]))
  const course = ((await learning?.listCourses()) ?? []).find(({ id }) => id === link.course_id)
  return {
    link: { id: link.id, title: link.title, context: link.context, course: course ? textIn(course.name, language) : '' },
    roster: rosterOf(link),
    people: rows.map(({ participation, ...row }): ResultRow => {
      const outcome = participation === null ? undefined : outcomes.get(participation)
      return { ...row, status: outcome?.status ?? null, progress: outcome?.progress ?? 0, grade: outcome?.grade ?? null }
    }),
  }
}

/** An instructor takes the course too. @returns its path @throws AppError 404 */
export async function takeCourse(membershipId: number, linkId: number): Promise<string> {
  const link = await linkFor(membershipId, linkId)
  return openCourse(membershipId, link.course_id, link.id, link.person_id)
}

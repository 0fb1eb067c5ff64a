import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import type { PayloadOf } from '#core/contract/events'
import { ownCompany } from '#core/kit/companies'
import { type Day, today } from '#core/kit/days'
import { inCompanyOfRow, inCompanyOfToken, type Session } from '#core/kit/scope'
import type { coursePassed, participationRegistered } from '#plugins/learning/contract/index'
import { ENTRANCES, type EntranceRow, VISITS, learning } from './entrances.js'
import { type Check, checksOf } from './requirements.js'
import { validUntil } from './validity.js'
import type { VisitRow } from './visit_status.js'

/** Marks visits as done when their course is passed. Idempotent. */
export async function recordPassed({ participationId, passedAt }: PayloadOf<typeof coursePassed>): Promise<void> {
  const visits: (VisitRow & EntranceRow)[] = await db
    .from(`${VISITS} as v`)
    .join(`${ENTRANCES} as e`, 'e.id', 'v.entrance_id')
    .where('v.participation_id', participationId)
    .select('v.id', 'e.valid_for', 'e.valid_unit')
  const at = new Date(passedAt)
  for (const { id, ...validity } of visits)
    await db
      .from(VISITS)
      .where('id', id)
      .update({ done_at: at, valid_until: validUntil(at, validity) })
}

/** Links a waiting visit to its course, regardless of who gave it. */
export async function linkVisitToCourse({
  participationId,
  membershipId,
  courseId,
}: PayloadOf<typeof participationRegistered>): Promise<void> {
  await db
    .from(VISITS)
    .where({ membership_id: membershipId, course_id: courseId })
    .whereNull('participation_id')
    .update({ participation_id: participationId })
}

/**
 * Gives the course to a waiting visitor, who may then start.
 * @throws AppError 404; 409 not_waiting, and as learning's `assign` (member_inactive, not_a_participant, already_passed)
 */
export function admit(session: Session, id: string): Promise<void> {
  return inCompanyOfRow(session, { table: VISITS, id, reason: 'direct_access.admit' }, async () => {
    const visit: VisitRow | null = await db.from(VISITS).where('id', id).first()
    if (!visit) throw notFound()
    if (visit.participation_id !== null) throw conflict('not_waiting')
    const service = await learning()
    await service.assign(visit.membership_id, visit.course_id, { dueAt: null, mandatory: false }, session.membershipId)
    const { openId } = await service.standing(visit.membership_id, visit.course_id)
    await db.from(VISITS).where('id', id).whereNull('participation_id').update({ participation_id: openId })
  })
}

/** The contents of a proof page. */
export interface Proof extends Pick<VisitRow, 'participation_id' | 'done_at' | 'valid_until' | 'course_name'> {
  company: string
  person: string
  project: string | null
  entrance_token: string
  /** All requirements of the project, today; empty for direct access. */
  checks: Check[]
  /** The day on which this page and its data are erased; null: not planned. */
  erased_on: Day | null
}

/** For anybody who is shown the page: the token gives permission. @throws AppError 404 */
export function proofOf(token: string): Promise<Proof> {
  return inCompanyOfToken({ plugin: 'direct_access', table: VISITS, token }, async () => {
    const row = await db
      .from(`${VISITS} as v`)
      .join(`${ENTRANCES} as e`, 'e.id', 'v.entrance_id')
      .join('kit_members as m', 'm.id', 'v.membership_id')
      .where('v.token', token)
      .select('v.participation_id', 'v.done_at', 'v.valid_until', 'v.course_name', 'e.name as project', 'e.token as entrance_token')
      .select('m.firstname', 'm.infix', 'm.lastname')
      .select('v.membership_id', 'e.id as entrance_id', 'e.kind', 'e.course_ids')
      .select(db.raw(`(e.ends_on + make_interval(months => e.erase_months) + interval '1 day')::date as erased_on`))
      .first()
    if (!row) throw notFound()
    const { membership_id: member, entrance_id: entrance, kind, course_ids, ...shown } = row
    const checks = kind === 'project' ? (await checksOf({ id: entrance, course_ids }, [member], today())).get(member)! : []
    return { ...shown, checks, company: (await ownCompany()).name, person: fullName(row) }
  })
}

export type OwnVisit = VisitRow & { project: string }

/** The projects whose instruction a person started or completed, newest first. */
export async function ownProjects(membershipId: number | null): Promise<OwnVisit[]> {
  // An admin has none, and no company to look in.
  if (membershipId === null) return []
  return db
    .from(`${VISITS} as v`)
    .join(`${ENTRANCES} as e`, 'e.id', 'v.entrance_id')
    .where('v.membership_id', membershipId)
    .where('e.kind', 'project')
    .orderBy('v.came_at', 'desc')
    .limit(100)
    .select('v.*', 'e.name as project')
}

import db from '@adonisjs/lucid/services/db'
import { conflict, invalid } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { today } from '#core/kit/days'
import { startRegistration } from '#core/kit/registration'
import { currentCompanyId, type Session } from '#core/kit/scope'
import type { CourseSummary } from '#plugins/learning/contract/index'
import { newToken, numberOf, refuseWrongCode } from './codes.js'
import { type EntranceRow, type OpenEntrance, VISITS, atEntrance, learning } from './entrances.js'
import { validUntil } from './validity.js'
import { type VisitRow, statusOf } from './visit_status.js'

/** The data that a person enters at an entrance. */
export interface Given {
  code: string
  number: string
  ip: string
}

/** The contents of the page of a link, and the progress of its signed-in visitor. */
export interface EntranceFacts extends OpenEntrance {
  company: { name: string; loginId: string }
  /** Signed in in this company, as a participant; otherwise why they cannot enter with this account. */
  person: { visits: VisitRow[] } | 'visitor' | 'other_company' | 'not_a_participant'
}

/** @throws AppError as atEntrance */
export function entranceFacts(token: string, session: Session | null): Promise<EntranceFacts> {
  return atEntrance(token, async (open) => {
    const { name, loginId } = await ownCompany()
    return { ...open, company: { name, loginId }, person: await personAt(open.entrance, session) }
  })
}

async function personAt({ id, company_id: companyId }: EntranceRow, session: Session | null): Promise<EntranceFacts['person']> {
  if (!session) return 'visitor'
  if (session.companyId !== companyId) return 'other_company'
  if (!isParticipant(session)) return 'not_a_participant'
  return { visits: await db.from(VISITS).where({ entrance_id: id, membership_id: session.membershipId }) }
}

const isParticipant = ({ membershipId, role }: Session) => membershipId !== null && role === 'leerling'

/** Checks what a person enters; nothing is stored. @throws AppError as atEntrance, refuseWrongCode, numberOf */
export function checkGiven(token: string, { code, number, ip }: Given): Promise<void> {
  return atEntrance(token, async ({ entrance }) => {
    await refuseWrongCode(entrance, code, ip)
    numberOf(entrance.kind, number)
  })
}

/**
 * Starts a registration for a person without an account. The answer is the same for an address with an account: the registration handles
 * that.
 * @throws AppError as checkGiven and startRegistration
 */
export function register(token: string, { email, language, ...given }: Given & { email: string; language: string }) {
  return atEntrance(token, async ({ entrance }) => {
    await refuseWrongCode(entrance, given.code, given.ip)
    numberOf(entrance.kind, given.number)
    const target = { companyId: entrance.company_id, role: 'leerling' as const, via: `direct_access.${entrance.kind.replace('-', '_')}` }
    const { loginId } = await ownCompany()
    return { ...(await startRegistration({ email, language, ip: given.ip }, target)), loginId }
  })
}

export type Entered =
  | { outcome: 'course'; participation_id: number }
  /** The instruction is already valid. */
  | { outcome: 'done'; proof: string }
  /** A supervisor must give the course first. */
  | { outcome: 'waiting' }

/**
 * Gives a signed-in person a course of an entrance. Idempotent. A person who entered before needs no code again.
 * @param courseId required when there are several
 * @throws AppError as checkGiven; 409 other_company, not_a_participant; 422 on `course_id`: enum
 */
export function enter(
  session: Session,
  token: string,
  { course_id: courseId, ...given }: Given & { course_id: number | null },
): Promise<Entered> {
  return atEntrance(token, async ({ entrance, courses }) => {
    if (session.companyId !== entrance.company_id) throw conflict('other_company')
    if (!isParticipant(session)) throw conflict('not_a_participant')
    const course = courseId === null && courses.length === 1 ? courses[0] : courses.find(({ id }) => id === courseId)
    if (!course) throw invalid('course_id', 'enum')
    const at = { entrance_id: entrance.id, membership_id: session.membershipId!, course_id: course.id }
    const visit: VisitRow | null = await db.from(VISITS).where(at).first()
    let number = visit?.number ?? null
    if (!visit) {
      await refuseWrongCode(entrance, given.code, given.ip)
      number = numberOf(entrance.kind, given.number)
    }
    return entrance.kind === 'project' ? atGate(entrance, course, at, visit) : byLink(course, at, number)
  })
}

type At = Pick<VisitRow, 'entrance_id' | 'membership_id' | 'course_id'>

async function byLink(course: CourseSummary, at: At, number: string | null): Promise<Entered> {
  const service = await learning()
  const { openId, passed } = await service.standing(at.membership_id, course.id)
  const known = openId ?? passed?.participationId ?? null
  // Without the visitor's authorisation, the course waits for a supervisor to give it.
  const participation = known ?? (course.directAccess ? await service.register(at.membership_id, course.id, 'direct') : null)
  const doneAt = openId === null ? (passed?.at ?? null) : null
  await keepVisit(course, { ...at, participation_id: participation, number, done_at: doneAt, valid_until: null })
  return participation === null ? { outcome: 'waiting' } : { outcome: 'course', participation_id: participation }
}

async function atGate(entrance: EntranceRow, course: CourseSummary, at: At, visit: VisitRow | null): Promise<Entered> {
  if (visit && statusOf(visit) === 'done') return { outcome: 'done', proof: visit.token }
  const service = await learning()
  const { openId, passed } = await service.standing(at.membership_id, course.id)
  // The same instruction done for another project counts, from the day it was done.
  const until = passed && validUntil(passed.at, entrance)
  if (passed && until && until >= today()) {
    const proof = await keepVisit(course, {
      ...at,
      ...{ participation_id: passed.participationId, number: null, done_at: passed.at, valid_until: until },
    })
    return { outcome: 'done', proof }
  }
  const participation = openId ?? (await service.register(at.membership_id, course.id, 'direct'))
  const { done_at: doneAt = null, valid_until: before = null } = visit ?? {}
  await keepVisit(course, { ...at, participation_id: participation, number: null, done_at: doneAt, valid_until: before })
  return { outcome: 'course', participation_id: participation }
}

type Kept = At & Pick<VisitRow, 'participation_id' | 'number' | 'done_at' | 'valid_until'>

/** One row per person, entrance and course, also for two concurrent requests. @returns the token of its proof */
async function keepVisit({ name }: CourseSummary, visit: Kept): Promise<string> {
  const row = { ...visit, company_id: currentCompanyId(), course_name: JSON.stringify(name), token: newToken() }
  const [{ token }] = await db
    .knexQuery()
    .table(VISITS)
    .insert(row)
    .onConflict(['company_id', 'entrance_id', 'membership_id', 'course_id'])
    .merge(['participation_id', 'number', 'done_at', 'valid_until', 'course_name'])
    .returning('token')
  return token
}

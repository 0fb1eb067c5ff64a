import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, notFound } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import type { Given } from '../../contract/index.js'
import { registerIn } from '../services/participation_service.js'
import { versionIn } from '../services/participation_version.js'
import { type Actor, noteHistory } from './history.js'
import { heldBy } from './holders.js'
import { tellGiven, type Told } from './tell.js'

/** What is given with a course. */
export interface Terms {
  /** The last day on which it is on time; null: no such day. */
  due_at: Day | null
  mandatory: boolean
  /** Also to who has passed it already: they take it again. */
  again: boolean
}

/** A course's outcome for one person: what became of it, or the code of a refusal. `skipped`: they have it, and were to be left out. */
export interface CourseResult {
  course: number
  result: AssignOutcome | 'skipped' | 'failed'
  code: string | null
  given: Given | null
}

/**
 * Gives one person several courses, each by itself: one that is refused stops no other, and nothing of it is written.
 */
export async function assignAll(
  trx: TransactionClientContract,
  by: Actor | null,
  membershipId: number,
  courses: Iterable<number>,
  { tell, skip = false, ...terms }: Terms & Manner,
): Promise<CourseResult[]> {
  const results: CourseResult[] = []
  const has = new Set(skip ? (await heldBy([...courses], [membershipId], trx)).map(({ courseId }) => courseId) : [])
  for (const course of courses) {
    if (has.has(course)) {
      results.push({ course, result: 'skipped', code: null, given: null })
      continue
    }
    try {
      const { outcome, given } = await assignWith(trx, by, membershipId, course, terms)
      results.push({ course, result: outcome, code: null, given })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ course, result: 'failed', code: error.code, given: null })
    }
  }
  if (!tell) return results
  await tellGiven(trx, membershipId, toldOf(results))
  return results.map((one) => (one.given ? { ...one, given: { ...one.given, told: true } } : one))
}

/** What of it somebody is to hear of. */
export const toldOf = (results: readonly Pick<CourseResult, 'result' | 'given'>[]): Told[] =>
  results.flatMap(({ result, given }) =>
    given && result !== 'failed' && result !== 'skipped' ? [{ participationId: given.id, outcome: result }] : [],
  )

/** Who is meant. What a group gives comes another way: `give.ts`. */
export interface Assignees {
  members: readonly number[]
}

export type AssignOutcome = 'assigned' | 'changed' | 'unchanged'

/** What is done beside giving. */
export interface Manner {
  /** They hear of it, once. */
  tell: boolean
  /** Who has a course open or holds a certificate of it is left out. */
  skip?: boolean
}

interface Standing {
  id: number
  status: string
  due_at: Day | null
  mandatory: boolean
}

/**
 * Somebody who was invited and has not come in yet may be given a course: it waits for them.
 * @throws AppError 404 for a person who is not there; 409 member_inactive, not_a_participant, already_passed
 */
export async function assertMayBeGiven(
  trx: TransactionClientContract,
  membershipId: number,
  courseId: number,
  again = false,
): Promise<void> {
  const member = await trx.from('kit_members').where('id', membershipId).select('role', 'state').first()
  if (!member) throw notFound()
  if (member.state === 'inactive') throw conflict('member_inactive')
  if (member.role !== 'leerling') throw conflict('not_a_participant')
  if (again) return
  const passed = await trx
    .from('learning_participations')
    .where({ membership_id: membershipId, course_id: courseId, current: true, status: 'passed' })
    .first()
  if (passed) throw conflict('already_passed')
}

/**
 * Gives one person a course, or new terms to the one they have open. Doing it twice changes nothing but that the first is not taken back any
 * more. In the person's company's scope.
 * @throws AppError 404 for a person or course that is not there; 409 member_inactive, not_a_participant, already_passed
 */
export async function assignWith(
  trx: TransactionClientContract,
  by: Actor | null,
  membershipId: number,
  courseId: number,
  { due_at: dueAt, mandatory, again }: Terms,
): Promise<{ outcome: AssignOutcome; given: Given }> {
  await assertMayBeGiven(trx, membershipId, courseId, again)
  const {
    id,
    created,
    before: source = 'assigned',
    latest = null,
    version: over = '',
  } = await registerIn(trx, membershipId, courseId, 'assigned')
  const before: Standing = await trx
    .from('learning_participations')
    .where('id', id)
    .forUpdate()
    .select('id', 'status', 'due_at', 'mandatory')
    .firstOrFail()
  const isSame = before.due_at === dueAt && before.mandatory === mandatory
  if (!created && isSame && source !== 'group') {
    // Somebody relies on it from now on: whoever gave it before takes it back no longer.
    await touch(trx, id)
    return { outcome: 'unchanged', given: { id, version: await versionIn(trx, id), over } }
  }
  await trx
    .from('learning_participations')
    .where('id', id)
    .update({
      due_at: dueAt,
      mandatory,
      ...(created && { assigned_by: by?.membershipId ?? null }),
      updated_at: trx.raw('clock_timestamp()'),
    })
  const given: Given = { id, version: await versionIn(trx, id), ...(created ? { latest } : { before: { ...pick(before), source } }) }
  // Their group gave it on the same terms: it is theirs otherwise too, which changes nothing that anybody sees.
  if (!created && isSame) return { outcome: 'unchanged', given }
  await noteHistory(trx, by, {
    participationId: id,
    action: created ? 'assigned' : 'due_changed',
    details: created
      ? { due_at: dueAt, mandatory }
      : { due_at: dueAt, mandatory, due_before: before.due_at, mandatory_before: before.mandatory },
  })
  return { outcome: created ? 'assigned' : 'changed', given }
}

/** Another version, of which nobody sees anything. */
export const touch = (trx: TransactionClientContract, id: number) =>
  trx
    .from('learning_participations')
    .where({ id })
    .update({ updated_at: trx.raw('clock_timestamp()') })

const pick = ({ due_at, mandatory }: Standing) => ({ due_at, mandatory })

export interface AssignResult extends Omit<CourseResult, 'given'> {
  membership: number
}

/**
 * Gives courses to a few people at once, each by itself: one that is refused stops no other. What is meant for many is the
 * bulk action of /deelnemers, a task.
 * @throws AppError 404 when somebody is out of this person's reach, or a course is not there
 */
export async function assign(
  session: Session,
  courses: readonly number[],
  { members }: Assignees,
  terms: Terms & Manner,
): Promise<AssignResult[]> {
  // All or nothing of what was named: an id that is none is a mistake of the caller.
  const known = await withinReach(session, 'learning.assign', async () => ({
    members: await db
      .from('kit_members')
      .whereIn('id', [...members])
      .select('id', 'company_id'),
    courses: await db
      .from('learning_courses')
      .whereIn('id', [...courses])
      .where('status', 'available')
      .select('id'),
  }))
  if (known.members.length !== new Set(members).size || known.courses.length !== new Set(courses).size) throw notFound()
  const results: AssignResult[] = []
  for (const membership of members) {
    await inCompanyOfRow(session, { table: 'kit_members', id: membership, reason: 'learning.assign' }, async () => {
      const given = await db.transaction((trx) => assignAll(trx, session, membership, courses, terms))
      results.push(...given.map(({ course, result, code }) => ({ membership, course, result, code })))
    })
  }
  return results
}

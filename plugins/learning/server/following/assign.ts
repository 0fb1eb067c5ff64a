import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, notFound } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import type { Given } from '../../contract/index.js'
import { registerIn } from '../services/participation_service.js'
import { versionIn } from '../services/participation_version.js'
import { type Actor, recordHistory } from './history.js'
import { heldBy } from './holders.js'
import { notifyAssigned, type NotifiedResult } from './notify.js'

/** The terms of an assignment. */
export interface Terms {
  /** The last day to finish on time; null: none. */
  due_at: Day | null
  mandatory: boolean
  /** Also assigns it to people who have passed it already: they take it again. */
  again: boolean
}

/**
 * The result of assigning a course to one person, or the code of a refusal. `skipped`: they have the course already and such people were to
 * be left out.
 */
export interface CourseResult {
  course: number
  result: AssignOutcome | 'skipped' | 'failed'
  code: string | null
  given: Given | null
}

/** Assigns several courses to one person, independently: a refused course does not stop the others, and nothing of it is stored. */
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
  await notifyAssigned(trx, membershipId, notifiedResults(results))
  return results.map((one) => (one.given ? { ...one, given: { ...one.given, told: true } } : one))
}

/** The results that the person is notified of. */
export const notifiedResults = (results: readonly Pick<CourseResult, 'result' | 'given'>[]): NotifiedResult[] =>
  results.flatMap(({ result, given }) =>
    given && result !== 'failed' && result !== 'skipped' ? [{ participationId: given.id, outcome: result }] : [],
  )

/** The people to assign courses to. Groups assign courses in `give.ts`. */
export interface Assignees {
  members: readonly number[]
}

export type AssignOutcome = 'assigned' | 'changed' | 'unchanged'

/** Options of assigning. */
export interface Manner {
  /** Notify the people, once. */
  tell: boolean
  /** Leave out people who have the course open or hold a certificate of it. */
  skip?: boolean
}

interface Standing {
  id: number
  status: string
  due_at: Day | null
  mandatory: boolean
}

/**
 * A person with an open invitation can be assigned a course, which is ready when they accept.
 * @throws AppError 404 for an unknown person; 409 member_inactive, not_a_participant, already_passed
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
 * Assigns a course to one person, or changes the terms of their open one. Repeating it changes nothing, except that the first assignment
 * can no longer be undone. Runs in the scope of the person's company.
 * @throws AppError 404 for an unknown person or course; 409 member_inactive, not_a_participant, already_passed
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
    // This assignment relies on the participation now, so the earlier assigner can no longer undo theirs.
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
  // A group had assigned it on the same terms. It is now also assigned directly, which changes nothing visible.
  if (!created && isSame) return { outcome: 'unchanged', given }
  await recordHistory(trx, by, {
    participationId: id,
    action: created ? 'assigned' : 'due_changed',
    details: created
      ? { due_at: dueAt, mandatory }
      : { due_at: dueAt, mandatory, due_before: before.due_at, mandatory_before: before.mandatory },
  })
  return { outcome: created ? 'assigned' : 'changed', given }
}

/** Changes the version without any visible change. */
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
 * Assigns courses to a few people, independently: a refused one does not stop the others. For many people there is the bulk action of
 * /deelnemers, which runs as a task.
 * @throws AppError 404 when a person is out of the caller's reach, or a course does not exist
 */
export async function assign(
  session: Session,
  courses: readonly number[],
  { members }: Assignees,
  terms: Terms & Manner,
): Promise<AssignResult[]> {
  // All or nothing: an unknown id is a mistake of the caller.
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

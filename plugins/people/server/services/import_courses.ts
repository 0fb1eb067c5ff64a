import db from '@adonisjs/lucid/services/db'
import { AppError, invalid } from '#core/contract/errors'
import { requestInvitation } from '#core/kit/registration'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { CourseNames, ImportColumns } from './import_check.js'

/** The courses that everybody in an import is given. */
export interface Giving {
  courses: number[]
  /** `yyyy-mm-dd`. */
  due_at: string | null
  mandatory: boolean
}

/** Lines still to do: the person is not added yet, or is still to get courses, groups or a manager. */
export const IS_LEFT = 'problem is null and (membership_id is null or not given or groups is not null or manager is not null)'
/** The same without the manager, who may be on a later line. */
export const IS_OPEN = 'problem is null and (membership_id is null or not given or groups is not null)'

/** @throws AppError 422 on `courses` (unknown) for one that the running company cannot give */
export async function assertMayGive({ courses }: Pick<Giving, 'courses'>): Promise<void> {
  if (!courses.length) return
  const known = new Set((await (await serviceOf(learningService))?.listCourses())?.map(({ id }) => id))
  if (!courses.every((id) => known.has(id))) throw invalid('courses', 'unknown')
}

/** The names of the courses that the running company may give: their short names, else their names in any language. */
export async function courseNames({ course }: Pick<ImportColumns, 'course'>): Promise<CourseNames | undefined> {
  if ((course ?? null) === null) return undefined
  const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
  const names = new Map<string, number | null>()
  for (const { id, name } of courses)
    for (const key of new Set(Object.values(name).map((text) => text.trim().toLowerCase()))) names.set(key, names.has(key) ? null : id)
  for (const { id, shortname } of courses) names.set(shortname.toLowerCase(), id)
  return names
}

/**
 * Gives the person of a line the courses of the line and of the import, then sends the invitation, so that it names the courses. One
 * transaction: if it is interrupted, the line stays open. A refused course does not stop the others; the first reason is stored with the
 * line.
 */
export async function assignCourses(
  session: Session,
  line: number,
  { giving, invite }: { giving: Giving | null; invite: boolean },
): Promise<void> {
  const learning = await serviceOf(learningService)
  await db.transaction(async (trx) => {
    const row: { membership_id: number; courses: number[] | null } | null = await trx
      .from('people_import_rows')
      .where({ id: line, given: false })
      .whereNotNull('membership_id')
      .forUpdate()
      .select('membership_id', 'courses')
      .first()
    if (!row) return
    const refused: string[] = []
    for (const course of new Set([...(row.courses ?? []), ...(giving?.courses ?? [])])) {
      try {
        const terms = { dueAt: giving?.due_at ?? null, mandatory: giving?.mandatory ?? true }
        await learning?.assign(row.membership_id, course, terms, session.membershipId, trx)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push(error.code)
      }
    }
    if (invite) await requestInvitation(trx, row.membership_id)
    await trx
      .from('people_import_rows')
      .where('id', line)
      .update({ given: true, courses: null, refused: refused[0] ?? null })
  })
}

import db from '@adonisjs/lucid/services/db'
import { AppError, invalid } from '#core/contract/errors'
import { requestInvitation } from '#core/kit/registration'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'

/** What everybody of an import is given. */
export interface Giving {
  courses: number[]
  /** `yyyy-mm-dd`. */
  due_at: string | null
  mandatory: boolean
}

/** Lines still to do: the person was not added yet, or was not given the courses yet. */
export const IS_LEFT = 'problem is null and (membership_id is null or not given)'

/** @throws AppError 422 on `courses` (unknown) for one that the running company cannot give */
export async function assertMayGive({ courses }: Pick<Giving, 'courses'>): Promise<void> {
  if (!courses.length) return
  const known = new Set((await (await serviceOf(learningService))?.listCourses())?.map(({ id }) => id))
  if (!courses.every((id) => known.has(id))) throw invalid('courses', 'unknown')
}

/**
 * Gives the person of a line the courses and invites them after it, so that the invitation names the courses. One transaction: cut off,
 * the line is left. A course that is refused stops no other; why the first was refused is kept with the line.
 */
export async function giveCourses(
  session: Session,
  line: number,
  { giving, invite }: { giving: Giving | null; invite: boolean },
): Promise<void> {
  const learning = await serviceOf(learningService)
  await db.transaction(async (trx) => {
    const row: { membership_id: number } | null = await trx
      .from('people_import_rows')
      .where({ id: line, given: false })
      .whereNotNull('membership_id')
      .forUpdate()
      .select('membership_id')
      .first()
    if (!row) return
    const refused: string[] = []
    for (const course of giving?.courses ?? []) {
      try {
        const terms = { dueAt: giving!.due_at, mandatory: giving!.mandatory }
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
      .update({ given: true, refused: refused[0] ?? null })
  })
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { acrossCompanies, type Session } from '#core/kit/scope'

/** Weeks after which a course is evaluated again; null: never. */
export async function weeksOf(course: number): Promise<number | null> {
  const row: { weeks: number } | null = await db.from('evaluations_later').where('course_id', course).select('weeks').first()
  return row?.weeks ?? null
}

/**
 * Sets after how many weeks a course is evaluated again, for people who pass it from now on. @param weeks null: never @throws AppError 404
 * for a course without an evaluation
 */
export async function setWeeks(session: Session, course: number, weeks: number | null): Promise<void> {
  await acrossCompanies(session, 'evaluations.later', async () => {
    if (!(await db.from('learning_evaluation_questions').where('course_id', course).select('course_id').first())) throw notFound()
    if (weeks === null) await db.from('evaluations_later').where('course_id', course).delete()
    else await db.knexQuery().table('evaluations_later').insert({ course_id: course, weeks }).onConflict(['course_id']).merge(['weeks'])
  })
}

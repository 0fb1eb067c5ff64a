import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { RecordedQuiz } from '#plugins/learning/contract/recording'

/** A practice run and the quiz that it prepares for. */
export interface Practice {
  quiz: RecordedQuiz
  /** The last run in which everything worked; null: never. */
  doneAt: Date | null
}

/** This person's practice run of a recorded quiz. @throws AppError 404 for another person's quiz, or a quiz that is not recorded */
export async function practiceOf(session: Session, participation: number, activity: number): Promise<Practice> {
  const quiz = await (await serviceOf(learningService))?.recordedQuiz(participation, activity)
  if (!quiz || quiz.membershipId !== session.membershipId) throw notFound()
  const { membershipId, courseId, activityKey } = quiz
  const row: { done_at: Date } | null = await db
    .from('proctoring_practices')
    .where({ membership_id: membershipId, course_id: courseId, activity_key: activityKey })
    .select('done_at')
    .first()
  return { quiz, doneAt: row?.done_at ?? null }
}

/** Stores that everything worked in a practice run, now. Repeatable. @throws AppError as `practiceOf` */
export async function finishPractice(session: Session, participation: number, activity: number): Promise<Date> {
  const { quiz } = await practiceOf(session, participation, activity)
  return recordPractice(quiz, new Date())
}

/** Stores a practice run at a moment. */
export async function recordPractice(
  { membershipId, courseId, activityKey }: Pick<RecordedQuiz, 'membershipId' | 'courseId' | 'activityKey'>,
  at: Date,
): Promise<Date> {
  await db
    .knexQuery()
    .table('proctoring_practices')
    .insert({ company_id: currentCompanyId(), membership_id: membershipId, course_id: courseId, activity_key: activityKey, done_at: at })
    .onConflict(['company_id', 'membership_id', 'course_id', 'activity_key'])
    .merge(['done_at'])
  return at
}

/** Returns when each of these people last did a practice run of any quiz. One query. */
export async function lastPractices(membershipIds: readonly number[]): Promise<Map<number, Date>> {
  const rows: { membership_id: number; at: Date }[] = await db
    .from('proctoring_practices')
    .whereIn('membership_id', [...membershipIds])
    .groupBy('membership_id')
    .select('membership_id')
    .max('done_at as at')
  return new Map(rows.map(({ membership_id: id, at }) => [id, at]))
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { limitCalls } from '#core/kit/calls'
import { type Day, today } from '#core/kit/days'
import { currentCompanyId, type Session, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'

const TABLE = 'evaluations_unclear'
const AN_HOUR = { requests: 20, duration: '1 hour' }
/** The most lessons, and remarks of one lesson, in the list. */
const LESSONS = 100
const REMARKS = 20

/** A lesson with open reports. */
export interface UnclearLesson {
  course: number
  activity: string
  course_name: Record<string, string>
  lesson_title: Record<string, string>
  count: number
  /** The newest report; resolving the lesson leaves later ones open. */
  last_id: number
  last_on: Day
  /** Newest first, without empty ones. */
  remarks: { text: string; on: Day }[]
}

/**
 * Stores that a participant finds a lesson unclear, without who it was.
 * @throws AppError 404 for a lesson that is not in an open course of theirs; 429 too_many_attempts after 20 an hour
 */
export async function reportUnclear(session: Session, participation: number, activity: number, remark: string): Promise<void> {
  const lesson = await (await serviceOf(learningService))?.lesson(participation, activity)
  if (!lesson || lesson.membershipId !== session.membershipId) throw notFound()
  await limitCalls('evaluations.unclear', { id: lesson.membershipId }, AN_HOUR)
  await db.table(TABLE).insert({
    ...{ company_id: currentCompanyId(), course_id: lesson.courseId, activity_key: lesson.activityKey, remark, reported_on: today() },
    ...{ course_name: JSON.stringify(lesson.courseName), lesson_title: JSON.stringify(lesson.title) },
  })
}

/** Lessons with open reports, most reports first: of the supervisor's company, or of all companies for an admin. */
export const unclearLessons = (session: Session): Promise<UnclearLesson[]> =>
  withinReach(session, 'evaluations.unclear', async () => {
    const { rows } = await db.rawQuery<{ rows: UnclearLesson[] }>(
      `select course_id as course, activity_key as activity, count(*)::int as count, max(id) as last_id, max(reported_on) as last_on,
              (array_agg(course_name order by id desc))[1] as course_name, (array_agg(lesson_title order by id desc))[1] as lesson_title,
              coalesce((array_agg(jsonb_build_object('text', remark, 'on', reported_on) order by id desc) filter (where remark <> ''))[1:${REMARKS}],
                       array[]::jsonb[]) as remarks
         from ${TABLE} where resolved_at is null
        group by 1, 2 order by count desc, last_id desc limit ${LESSONS}`,
    )
    return rows
  })

/** Resolves the reports of a lesson that the person has seen. @throws AppError 404 when there is none within their reach */
export async function resolveUnclear(session: Session, lesson: { course: number; activity: string; last_id: number }): Promise<void> {
  const changed = await withinReach(session, 'evaluations.unclear_resolve', () =>
    db
      .from(TABLE)
      .where({ course_id: lesson.course, activity_key: lesson.activity })
      .where('id', '<=', lesson.last_id)
      .whereNull('resolved_at')
      .update({ resolved_at: new Date() }),
  )
  if (!Number(changed)) throw notFound()
}

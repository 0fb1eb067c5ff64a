import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { conflict, notFound } from '#core/contract/errors'
import { versionOf } from '#core/kit/database'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { learningSettings } from '../../settings.js'
import { PARTICIPATION_ACTS } from '../../contract/index.js'
import Attempt from '../models/attempt.js'
import Participation from '../models/participation.js'
import type { QuizSettings } from '../services/activity_settings.js'
import { countAttempts } from '../services/own_attempts.js'
import { questionsOfAttempt } from '../services/questions_of_quiz.js'
import { loadContent } from '../services/course_content.js'
import { lessonFor } from '../services/lessons.js'
import { versionContent } from '../services/version_content.js'
import { toAttemptResult } from '../transformers/attempt_transformer.js'
import { packageWorksOf } from '../scorm/package_work.js'
import { viewsOf } from '../services/video_views.js'
import { isInFlow } from './in_flow.js'
import { ACT_RULES } from './act_rules.js'
import { historyOf } from './history.js'

export interface PersonRow {
  id: number
  firstname: string
  infix: string | null
  lastname: string
  email: string | null
  status: string
  company_name: string
  assigned_by_name: string | null
  version: string
}

export interface StepRow {
  activity_id: number
  opened_at: Date
  finished_at: Date | null
  active_seconds: number
}

export interface AttemptRow {
  id: number
  activity_id: number
  number: number
  status: string
  grade: number | null
  started_at: Date
  submitted_at: Date | null
  feedback_seen_at: Date | null
  /** Per question, in order: right, wrong, or not answered. */
  outcomes: (boolean | null)[] | null
}

const PERSON = `
  select m.id, m.firstname, m.infix, m.lastname, m.email::text, m.status, c.name as company_name,
         a.full_name as assigned_by_name, ${versionOf('p.updated_at')} as version
    from learning_participations p
    join kit_members m on m.id = p.membership_id
    join kit_companies c on c.id = p.company_id
    left join kit_members a on a.id = p.assigned_by
   where p.id = ?`

/** Attempts of one participation with the result of each question. ?: company, participation. */
export const ATTEMPTS = `
  select a.id, a.activity_id, a.number, a.status, a.grade, a.started_at, a.submitted_at, a.feedback_seen_at, q.outcomes
    from learning_attempts a
    left join lateral (select array_agg(aq.correct order by aq.position) as outcomes
                         from learning_attempt_questions aq where aq.company_id = a.company_id and aq.attempt_id = a.id) q on true
   where a.company_id = ? and a.participation_id = ?
   order by a.activity_id, a.number`

const reach = <T>(session: Session, id: number | string, what: string, fn: () => Promise<T>) =>
  inCompanyOfRow(session, { table: 'learning_participations', id, reason: `learning.${what}` }, fn)

/**
 * All data about one person in one course.
 * @throws AppError 404 for a participation out of the caller's reach
 */
export function loadInsights(session: Session, id: number | string) {
  return reach(session, id, 'insights', async () => {
    const participation = await Participation.find(id)
    if (!participation) throw notFound()
    const content = await loadContent(participation)
    const { rows: people } = await db.rawQuery<{ rows: PersonRow[] }>(PERSON, [participation.id])
    const steps: StepRow[] = await db
      .from('learning_activity_states')
      .where({ company_id: participation.companyId, participation_id: participation.id })
      .select('activity_id', 'opened_at', 'finished_at', 'active_seconds')
    const { rows: attempts } = await db.rawQuery<{ rows: AttemptRow[] }>(ATTEMPTS, [participation.companyId, participation.id])
    const history = await historyOf(participation.id)
    const views = await viewsOf(participation)
    const works = await packageWorksOf(participation)
    const now = DateTime.now()
    const inFlow = await isInFlow(participation)
    const refusals = PARTICIPATION_ACTS.map((act) => ({
      act,
      code: participation.current ? ACT_RULES[act].refusal(participation, now, inFlow) : 'superseded',
    }))
    return { participation, content, person: people[0]!, steps, attempts, views, works, history, refusals }
  })
}
export type Insights = Awaited<ReturnType<typeof loadInsights>>

/**
 * One submitted attempt with every answer and the right answers, whatever the quiz shows its participants.
 * @throws AppError 404 out of reach; 409 attempt_not_submitted
 */
export async function loadAttempt(session: Session, id: number | string) {
  return inCompanyOfRow(session, { table: 'learning_attempts', id, reason: 'learning.attempt' }, async () => {
    const attempt = await Attempt.find(id)
    const participation = attempt && (await Participation.find(attempt.participationId))
    if (!attempt || !participation) throw notFound()
    if (attempt.status === 'busy') throw conflict('attempt_not_submitted')
    const { activities, version } = await versionContent(participation.versionId)
    const activity = activities.find(({ id }) => id === attempt.activityId)!
    const settings = activity.settings as QuizSettings
    const questions = await questionsOfAttempt(attempt, activity)
    const lessonOf = (named: string | null) => lessonFor([named, settings.lesson], activities)
    const language = attempt.language ?? participation.language
    const shown = { ...settings, feedback_visible: true, correct_answer_visible: true }
    const attempts = await countAttempts(participation, activity)
    const { rows } = await db.rawQuery<{ rows: PersonRow[] }>(PERSON, [participation.id])
    return {
      result: toAttemptResult(attempt, textIn(activity.title, language), language, questions, shown, attempts, lessonOf),
      course: textIn(version.name, language),
      person: rows[0]!,
      startedAt: attempt.startedAt,
      feedbackSeenAt: attempt.feedbackSeenAt,
      ...(await withdrawalsOf(session, participation.courseId)),
    }
  })
}

/** Whether this person may withdraw questions of a course, and for an admin whose course it is; null: the platform's. */
async function withdrawalsOf(session: Session, courseId: number): Promise<{ mayWithdraw: boolean; withdrawsIn: number | null }> {
  if (!session.can('learning.courses.edit')) return { mayWithdraw: false, withdrawsIn: null }
  const { company_id: owner } = await db.from('learning_courses').where('id', courseId).select('company_id').firstOrFail()
  if (session.isAdmin) return { mayWithdraw: true, withdrawsIn: owner }
  return { mayWithdraw: owner === session.companyId && (await settingsOf(learningSettings)).own_courses, withdrawsIn: null }
}
export type AttemptInsight = Awaited<ReturnType<typeof loadAttempt>>

/** Records when an attempt's feedback was first read. @throws AppError 404 for another person's attempt; 409 attempt_not_submitted */
export async function recordFeedbackSeen(membershipId: number | null, id: number | string): Promise<void> {
  const { rows } = await db.rawQuery<{ rows: { status: string }[] }>(
    `update learning_attempts a set feedback_seen_at = coalesce(a.feedback_seen_at, case when a.status <> 'busy' then now() end)
       from learning_participations p
      where a.id = ? and p.company_id = a.company_id and p.id = a.participation_id and p.membership_id = ? returning a.status`,
    [id, membershipId ?? 0],
  )
  if (!rows[0]) throw notFound()
  if (rows[0].status === 'busy') throw conflict('attempt_not_submitted')
}

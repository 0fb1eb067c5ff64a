import { randomBytes } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { counts, kindOf } from '../../activity_types/index.js'
import { type Activity, activitiesOf } from '../services/activity.js'
import Attempt from '../models/attempt.js'
import type Participation from '../models/participation.js'
import type { QuizSettings, RichTextSettings } from '../services/activity_settings.js'
import { setState } from '../services/activity_service.js'
import { drawQuestions } from '../services/attempt_service.js'
import { type TypedQuestion, questionType } from '../../question_types/index.js'
import { videosFor } from '../services/lesson_media.js'
import { courseGrade } from '../services/course_grade.js'
import { gradeOf } from '../services/grading.js'
import { progressOf, type StoredState } from '../services/locking.js'

interface Work {
  /** Stops after this share of the steps, 0 to 1. */
  share: number
  /** Fails the first quiz until no attempt is left. */
  failing: boolean
  /** Every n-th question is answered wrongly. */
  wrongEvery: number
  at: DateTime
}

/**
 * Simulates the work of a demo participant: states, attempts and answers as if the pages had been used, so that all screens of the demo are
 * consistent.
 */
export async function completeActivities(trx: TransactionClientContract, participation: Participation, work: Work): Promise<void> {
  const activities = await activitiesOf(participation.versionId, trx)
  const states: StoredState[] = []
  const grades: { grade: number }[] = []
  for (const activity of activities.slice(0, Math.round(activities.length * work.share))) {
    if (!kindOf(activity).isTest) {
      if (kindOf(activity).finishedBy === 'elsewhere') await noteExternal(trx, participation, activity, work.at)
      await noteWatched(trx, participation, activity, work.at)
      await setState(trx, participation, activity, { status: 'finished' })
    } else if (work.failing) {
      const { max_attempts: max } = activity.settings as QuizSettings
      for (let number = 1; number <= (max ?? 1); number++)
        grades[0] = { grade: await attempt(trx, participation, activity, number, { ...work, wrongEvery: 2 }) }
      await setState(trx, participation, activity, { status: 'failed', grade: grades[0]!.grade })
      states.push({ activityId: activity.id, status: 'failed' })
      break
    } else {
      const grade = await attempt(trx, participation, activity, 1, work)
      if (counts(activity)) grades.push({ grade })
      await setState(trx, participation, activity, { status: 'finished', grade })
    }
    states.push({ activityId: activity.id, status: 'finished' })
  }
  // As old as the attempts, one after another.
  await trx.rawQuery(
    `update learning_activity_states s
        set opened_at = ?::timestamptz + a.position * interval '3 minutes',
            finished_at = case when s.finished_at is not null then coalesce(
              (select max(t.submitted_at) from learning_attempts t
                where t.company_id = s.company_id and t.participation_id = s.participation_id and t.activity_id = s.activity_id),
              ?::timestamptz + (a.position + 1) * interval '3 minutes') end
       from learning_activities a
      where s.company_id = ? and s.participation_id = ? and a.id = s.activity_id`,
    [work.at.toISO()!, work.at.toISO()!, participation.companyId, participation.id],
  )
  participation.progress = progressOf(
    activities.filter(counts).map(({ id }) => id),
    states,
  )
  participation.grade = courseGrade(grades)
}

/** Most people watch a video to the end; some stop halfway. */
async function noteWatched(trx: TransactionClientContract, participation: Participation, activity: Activity, at: DateTime): Promise<void> {
  for (const { key, seconds } of videosFor(activity.settings as RichTextSettings, participation.language)) {
    const end = Math.round(seconds * (participation.id % 3 ? 1000 : 620))
    await trx.table('learning_video_views').insert({
      company_id: participation.companyId,
      participation_id: participation.id,
      activity_id: activity.id,
      video: key,
      covered: `{[0,${end})}`,
      position: end,
      reported_at: at.toJSDate(),
    })
  }
}

/** Stores the work as if a supervisor confirmed it. */
async function noteExternal(trx: TransactionClientContract, participation: Participation, activity: Activity, at: DateTime): Promise<void> {
  await trx.table('learning_external_work').insert({
    company_id: participation.companyId,
    participation_id: participation.id,
    activity_id: activity.id,
    token: randomBytes(24).toString('base64url'),
    opened_at: at.toJSDate(),
    reported_at: at.plus({ minutes: 12 }).toJSDate(),
    finished_at: at.plus({ days: 1 }).toJSDate(),
    note: 'WINDA-nummer doorgegeven',
  })
}

async function attempt(
  trx: TransactionClientContract,
  participation: Participation,
  activity: Activity,
  number: number,
  work: Work,
): Promise<number> {
  const submittedAt = work.at.plus({ hours: number, minutes: 20 })
  const row = await Attempt.create(
    {
      companyId: participation.companyId,
      participationId: participation.id,
      activityId: activity.id,
      number,
      status: 'busy',
      language: participation.language,
    },
    { client: trx },
  )
  await drawQuestions(row, activity, trx)
  const questions = await trx
    .from('learning_attempt_questions as aq')
    .join('learning_questions as q', 'q.id', 'aq.question_id')
    .where('aq.attempt_id', row.id)
    .orderBy('aq.position')
    .select('aq.id', 'q.type', 'q.answers', 'q.content')
  const { language } = participation
  const answered = questions.map(({ id, type: name, answers, content }, index: number) => {
    const type = questionType(name)
    const isRight = index % work.wrongEvery !== 0
    const given = isRight ? type.example({ answers, content }, language) : wrongly({ answers, content })
    return { id, given, correct: isRight }
  })
  for (const { id, given, correct } of answered) {
    await trx.from('learning_attempt_questions').where('id', id).update({ given, correct, saved_at: submittedAt.toJSDate() })
  }
  row.grade = gradeOf(answered.map(({ correct }) => correct))
  row.status = row.grade >= (activity.settings as QuizSettings).pass_percentage ? 'passed' : 'failed'
  row.startedAt = submittedAt.minus({ minutes: 20 })
  row.submittedAt = submittedAt
  // Some people read the feedback, some do not.
  if (number % 2 === 1 && row.grade < 100) row.feedbackSeenAt = submittedAt.plus({ minutes: 4 })
  await row.useTransaction(trx).save()
  return row.grade
}

/** A wrong choice. Typed, paired and arranged answers are left out. */
function wrongly({ answers }: TypedQuestion): string[] | null {
  const isChosen = answers.some(({ correct }) => correct)
  const wrong = answers.find(({ correct }) => !correct)
  return isChosen && wrong ? [wrong.key] : null
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { emit } from '#core/kit/events'
import { textIn } from '#core/kit/words'
import { participationChanged } from '../../contract/index.js'
import type { AnsweredQuestion, QuizName, RecordedQuiz } from '../../contract/recording.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import { countedIn } from '../withdrawing/marked_grade.js'
import Attempt from '../models/attempt.js'
import Participation from '../models/participation.js'
import { questionType } from '../../question_types/index.js'
import { activityById } from './activity.js'
import type { QuizSettings } from './activity_settings.js'
import { SET_STATE, stateValues } from './activity_service.js'
import { countAttempts } from './own_attempts.js'
import { factsOf } from './participation_service.js'
import { questionsOfAttempt } from './questions_of_quiz.js'
import { settle } from './recompute.js'
import { stateAfter } from './submit_attempt.js'
import { versionContent } from './version_content.js'

/** See LearningService. @throws AppError 404 */
export async function recordedQuiz(participationId: number, activityId: number): Promise<RecordedQuiz> {
  const participation = await Participation.query()
    .where('id', participationId)
    .whereIn('status', [...OPEN_STATUSES])
    .first()
  if (!participation) throw notFound()
  const { activities, version } = await versionContent(participation.versionId)
  const activity = activities.find(({ id, type }) => id === activityId && type === 'quiz')
  const settings = activity?.settings as QuizSettings | undefined
  if (!activity || !settings?.has_video) throw notFound()
  return {
    membershipId: participation.membershipId,
    courseId: participation.courseId,
    activityKey: activity.key,
    safeBrowser: settings.safe_browser ?? false,
    onLocation: settings.on_location ?? false,
    recordScreen: settings.record_screen ?? false,
    title: activity.title,
    courseName: version.name,
    language: participation.language,
    minutes: settings.time_limit_minutes ?? null,
    questions: settings.questions_per_attempt,
  }
}

/** See LearningService. */
export async function findRecordedQuiz(membershipId: number, { courseId, activityKey }: QuizName) {
  const participation = await Participation.query()
    .where({ membershipId, courseId })
    .whereIn('status', [...OPEN_STATUSES])
    .orderBy('id', 'desc')
    .first()
  const { activities } = participation ? await versionContent(participation.versionId) : { activities: [] }
  const activity = activities.find(({ key, type }) => key === activityKey && type === 'quiz')
  if (!participation || !activity || !(activity.settings as QuizSettings).has_video) throw notFound()
  return { participationId: participation.id, activityId: activity.id }
}

/** See LearningService. */
export async function hasRecordedQuiz({ courseId, activityKey }: QuizName): Promise<boolean> {
  const version: { id: number } | null = await db
    .from('learning_course_versions')
    .where('course_id', courseId)
    .whereNotNull('published_at')
    .orderBy('number', 'desc')
    .select('id')
    .first()
  if (!version) return false
  const { activities } = await versionContent(version.id)
  return activities.some(({ key, type, settings }) => key === activityKey && type === 'quiz' && (settings as QuizSettings).has_video)
}

/** See LearningService. */
export async function answersOf(attemptId: number) {
  const attempt = await Attempt.find(attemptId)
  if (!attempt || attempt.status === 'busy') return null
  const participation = await Participation.findOrFail(attempt.participationId)
  const activity = await activityById(attempt.activityId, db.connection())
  const language = attempt.language ?? participation.language
  const asked = await questionsOfAttempt(attempt, activity)
  const questions = asked.map((question): AnsweredQuestion => {
    const type = questionType(question.type)
    const words = (given: readonly string[]) =>
      type.words(question, given).map((word) => (typeof word === 'string' ? word : textIn(word, language)))
    return {
      position: question.position,
      text: textIn(question.text, language),
      given: words(question.given ?? []),
      right: words(type.example(question, language)),
      correct: question.correct ?? false,
    }
  })
  const counted = countedIn(asked, attempt.grade)
  return {
    grade: attempt.grade ?? 0,
    passPercentage: (activity.settings as QuizSettings).pass_percentage,
    passed: attempt.status === 'passed',
    correct: counted.filter(({ correct }) => correct).length,
    counted: counted.length,
    questions,
  }
}

/** See LearningService. */
export async function decideAttempt(trx: TransactionClientContract, attemptId: number, verdict: 'approved' | 'rejected') {
  // The same lock order as a submission.
  const attempt = await Attempt.query({ client: trx }).where('id', attemptId).forUpdate().firstOrFail()
  const grade = attempt.grade ?? 0
  const activity = await activityById(attempt.activityId, trx)
  const settings = activity.settings as QuizSettings
  // A rejected attempt loses points with a question that counts for nobody, and can be approved after an appeal.
  const status = verdict === 'approved' && grade >= settings.pass_percentage ? 'passed' : 'failed'
  if (attempt.status === status || attempt.status === 'busy') return { changed: false, grade }
  attempt.status = status
  await attempt.useTransaction(trx).save()
  const participation = await Participation.query({ client: trx }).where('id', attempt.participationId).forUpdate().firstOrFail()
  const failedByIt = status === 'passed' && participation.status === 'failed' && participation.current
  // A course that has ended since stays as it ended; only the attempt gets the verdict.
  if (participation.isOver && !failedByIt) return { changed: true, grade }
  if (failedByIt) await reopenParticipation(trx, participation)
  const tries = await countAttempts(participation, activity, trx)
  const past = { used: tries.used, extra: tries.extra, last: attempt.submittedAt!.toJSDate(), lastId: attempt.id, running: false }
  const values = stateValues(participation, activity, stateAfter(attempt, settings, past))
  await preparedQuery(trx, 'learning_state_set', SET_STATE, values)
  await settle(trx, participation)
  return { changed: true, grade }
}

/** Reopens a course that failed because of an attempt that counts after all. */
export async function reopenParticipation(trx: TransactionClientContract, participation: Participation): Promise<void> {
  participation.status = 'busy'
  participation.finishedAt = null
  await participation.useTransaction(trx).save()
  const { version } = await versionContent(participation.versionId, trx)
  const { rows } = await trx.rawQuery<{ rows: { at: Date }[] }>('select clock_timestamp() as at')
  await emit(trx, participationChanged, {
    ...factsOf(participation, version.name),
    act: 'retry',
    status: participation.status,
    expiresAt: participation.expiresAt?.toUTC().toISO() ?? null,
    finishedAt: null,
    changedAt: rows[0]!.at.toISOString(),
  })
}

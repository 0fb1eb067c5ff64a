import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { AppError, conflict, notFound } from '#core/contract/errors'
import { kindOf } from '../../activity_types/index.js'
import type Activity from '../models/activity.js'
import Attempt from '../models/attempt.js'
import type Participation from '../models/participation.js'
import type { QuizSettings } from './activity_settings.js'
import { setState, workOn } from './activity_service.js'
import { type Attempts, attemptsOf, gradeOf } from './grading.js'
import { type Owner, findOwn } from './participation_service.js'
import { settle } from './settle.js'
import { shuffled } from './shuffle.js'

/** How often a quiz may still be begun. One query. */
export async function countAttempts(participation: Participation, activity: Activity, trx?: TransactionClientContract): Promise<Attempts> {
  const row = await (trx ?? db)
    .from('learning_attempts')
    .where({ participation_id: participation.id, activity_id: activity.id })
    .count('* as used')
    .max('submitted_at as last')
    .select(
      db.raw(`max(id) filter (where status <> 'busy') as "lastId"`),
      db.raw(`count(*) filter (where status = 'busy') as running`),
      db.raw(
        `(select extra_attempts from learning_activity_states where company_id = ? and participation_id = ? and activity_id = ?) as extra`,
        [participation.companyId, participation.id, activity.id],
      ),
    )
    .first()
  const past = { used: Number(row.used), last: row.last, lastId: row.lastId, running: Number(row.running) > 0, extra: row.extra }
  return attemptsOf(activity.settings as QuizSettings, past, new Date())
}

/**
 * Begins an attempt, or gives the one that is running: on this computer or
 * another one it goes on where it stopped.
 * @throws AppError 404; 409 quiz_not_on_phone, activity_locked, participation_*, quiz_already_passed, no_attempts_left
 */
export async function startAttempt(owner: Owner, participationId: number, activityId: number, onPhone: boolean): Promise<number> {
  return db.transaction(async (trx) => {
    const { participation, activity, status } = await workOn(owner, participationId, activityId, trx)
    if (kindOf(activity).finishedBy !== 'attempts') throw conflict('activity_not_startable')
    if (onPhone) throw conflict('quiz_not_on_phone')
    if (status === 'finished') throw conflict('quiz_already_passed')
    const running = await Attempt.query({ client: trx }).where({ participationId: participation.id, activityId, status: 'busy' }).first()
    if (running) return running.id
    const { left, used, availableFrom } = await countAttempts(participation, activity, trx)
    if (left === 0) throw conflict('no_attempts_left', { available_from: availableFrom?.toISOString() ?? null })
    const attempt = await Attempt.create(
      { companyId: participation.companyId, participationId: participation.id, activityId, number: used + 1, status: 'busy' },
      { client: trx },
    )
    await drawQuestions(attempt, activity, trx)
    await setState(trx, participation, activity, { status: 'doing' })
    return attempt.id
  })
}

interface PoolQuestion {
  id: number
  type: string
  answers: { key: string; correct: boolean }[]
}

/** Deals an attempt its questions and mixes their answers. @throws AppError 409 activity_has_no_content */
export async function drawQuestions(attempt: Attempt, activity: Activity, trx: TransactionClientContract): Promise<void> {
  const pool: PoolQuestion[] = await trx
    .from('learning_activity_questions as aq')
    .join('learning_questions as q', 'q.id', 'aq.question_id')
    .where('aq.activity_id', activity.id)
    .select('q.id', 'q.type', 'q.answers')
  if (!pool.length) throw conflict('activity_has_no_content')
  const drawn = shuffled(pool).slice(0, (activity.settings as QuizSettings).questions_per_attempt)
  await trx.table('learning_attempt_questions').multiInsert(
    drawn.map((question, index) => {
      const keys = question.answers.map(({ key }) => key)
      return {
        company_id: attempt.companyId,
        attempt_id: attempt.id,
        question_id: question.id,
        position: index + 1,
        // "True" before "false" is what people expect; the rest is mixed.
        answer_order: question.type === 'true_false' ? keys : shuffled(keys),
      }
    }),
  )
}

/**
 * One of the person's own attempts with its participation.
 * @throws AppError 404 for anyone else's
 */
export async function findOwnAttempt(
  owner: Owner,
  id: number,
  trx?: TransactionClientContract,
): Promise<{ attempt: Attempt; participation: Participation }> {
  const query = Attempt.query({ client: trx }).where('id', id)
  const attempt = await (trx ? query.forUpdate() : query).first()
  if (!attempt) throw notFound()
  // The attempt is locked first: a submit and a save of the same attempt come one after the other.
  return { attempt, participation: await findOwn(owner, attempt.participationId, trx) }
}

interface AnsweredQuestion {
  id: number
  question_id: number
  given: string[] | null
  answers: { key: string; correct: boolean }[]
}

/**
 * Submits an attempt, once: grades it, and finishes, fails or keeps the quiz
 * open. After this the answers cannot be changed (section 4).
 * @throws AppError 404; 409 attempt_already_submitted; 422 on questions without an answer
 */
export async function submitAttempt(owner: Owner, attemptId: number): Promise<Attempt> {
  return db.transaction(async (trx) => {
    const { attempt, participation } = await findOwnAttempt(owner, attemptId, trx)
    if (attempt.status !== 'busy') throw conflict('attempt_already_submitted')
    const { activity } = await workOn(owner, participation.id, attempt.activityId, trx)
    const questions: AnsweredQuestion[] = await trx
      .from('learning_attempt_questions as aq')
      .join('learning_questions as q', 'q.id', 'aq.question_id')
      .where('aq.attempt_id', attempt.id)
      .orderBy('aq.position')
      .select('aq.id', 'aq.question_id', 'aq.given', 'q.answers')
    const missing = questions.filter(({ given }) => !given?.length)
    if (missing.length) {
      const errors = missing.map(({ question_id }) => ({ field: `questions.${question_id}`, rule: 'answer_missing' }))
      throw new AppError(422, 'validation_failed', { errors })
    }
    await grade(trx, attempt, activity, participation, questions)
    return attempt
  })
}

async function grade(
  trx: TransactionClientContract,
  attempt: Attempt,
  activity: Activity,
  participation: Participation,
  questions: AnsweredQuestion[],
): Promise<void> {
  const settings = activity.settings as QuizSettings
  const gradable = questions.map(({ id, given, answers }) => ({
    id,
    given,
    right: answers.filter(({ correct }) => correct).map(({ key }) => key),
  }))
  attempt.grade = gradeOf(gradable)
  attempt.status = attempt.grade >= settings.pass_percentage ? 'passed' : 'failed'
  attempt.submittedAt = DateTime.now()
  await attempt.useTransaction(trx).save()
  const correctIds = gradable.filter((question) => gradeOf([question]) === 100).map(({ id }) => id)
  await trx.from('learning_attempt_questions').where('attempt_id', attempt.id).update({ correct: false })
  if (correctIds.length) await trx.from('learning_attempt_questions').whereIn('id', correctIds).update({ correct: true })

  if (attempt.status === 'passed') {
    await setState(trx, participation, activity, { status: 'finished', grade: attempt.grade })
  } else {
    const { left, availableFrom } = await countAttempts(participation, activity, trx)
    // Used up: waiting for the next set, or failed for good.
    const status = left !== 0 ? 'doing' : availableFrom ? 'waiting' : 'failed'
    await setState(trx, participation, activity, { status, grade: attempt.grade })
  }
  await settle(trx, participation)
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { conflict } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { serviceOf } from '#core/kit/services'
import { examRoom } from '../../contract/exam_room.js'
import { minutesWith } from '../../contract/exam_time.js'
import { type BrowserProof, attemptRecording } from '../../contract/recording.js'
import { kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'
import Attempt from '../models/attempt.js'
import type Participation from '../models/participation.js'
import type { QuizSettings } from './activity_settings.js'
import { setState, workOn } from './activity_service.js'
import { questionType } from '../../question_types/index.js'
import type { Owner } from './participation_service.js'
import { drawableQuestions } from './questions_of_quiz.js'
import { assertBrowser } from './safe_browser.js'
import { shuffled } from './shuffle.js'
import { finishOverdue } from './submit_attempt.js'

/** The device on which a person starts an attempt. */
export interface StartedFrom {
  onPhone: boolean
  proof: BrowserProof
}

/**
 * Begins an attempt, or returns the running one, which continues where it stopped, on any computer.
 * @throws AppError 404; 409 quiz_not_on_phone, activity_locked, participation_*, quiz_already_passed, no_attempts_left, attempt_in_review,
 * recording_unavailable, recording_not_prepared, safe_browser_required, no_exam_seat, exam_not_started
 */
export async function startAttempt(
  owner: Owner,
  participationId: number,
  activityId: number,
  { onPhone, proof }: StartedFrom,
): Promise<number> {
  const started = await db.transaction(async (trx) => {
    const { participation, activity, status, content } = await workOn(owner, participationId, activityId, trx)
    if (kindOf(activity).finishedBy !== 'attempts') throw conflict('activity_not_startable')
    if (onPhone) throw conflict('quiz_not_on_phone')
    await assertBrowser(activity, participationId, proof)
    if (status === 'finished') throw conflict('quiz_already_passed')
    // Counted together with the states, under the participation's lock. A quiz that was never opened has no attempts.
    const { left, used, availableFrom, running: isRunning, inReview } = content.attempts.get(activityId)!
    if (isRunning) {
      const of = { participationId: participation.id, activityId, status: 'busy' }
      const running = await Attempt.query({ client: trx }).where(of).firstOrFail()
      return { id: running.id, isOver: running.isTimeOver }
    }
    if (inReview) throw conflict('attempt_in_review')
    if (left === 0) throw conflict('no_attempts_left', { available_from: availableFrom?.toISOString() ?? null })
    const { time_limit_minutes: minutes, has_video: isRecorded, on_location: onLocation } = activity.settings as QuizSettings
    const extra = onLocation ? await assertStarted(participation, trx) : 0
    const attempt = await Attempt.create(
      {
        companyId: participation.companyId,
        participationId: participation.id,
        activityId,
        number: used + 1,
        status: 'busy',
        language: participation.language,
        endsAt: minutes ? DateTime.now().plus({ minutes: minutes + extra }) : null,
      },
      { client: trx },
    )
    if (isRecorded) await record(attempt, { minutes: minutes ?? null, extra }, trx)
    await drawQuestions(attempt, activity, trx)
    await setState(trx, participation, activity, { status: 'doing' })
    return { id: attempt.id, isOver: false }
  })
  if (!started.isOver) return started.id
  // Its time ran out while the browser was closed: it is submitted, and a new attempt begins.
  await finishOverdue(started.id)
  return startAttempt(owner, participationId, activityId, { onPhone, proof })
}

/** @returns the minutes that an adjustment of the exam adds @throws AppError 409 exam_not_started, no_exam_seat */
async function assertStarted({ membershipId, courseId }: Participation, trx: TransactionClientContract): Promise<number> {
  const room = await serviceOf(examRoom, trx)
  if (!room) throw conflict('no_exam_seat')
  await room.assertStarted(trx, { membershipId, courseId })
  return room.extraMinutes({ membershipId, courseId }, trx)
}

/**
 * Sets up the recording of an attempt, with the extra time granted to its participant. @throws AppError 409 recording_unavailable,
 * recording_not_prepared
 */
async function record(
  attempt: Attempt,
  { minutes, extra }: { minutes: number | null; extra: number },
  trx: TransactionClientContract,
): Promise<void> {
  const recording = await serviceOf(attemptRecording, trx)
  if (!recording) throw conflict('recording_unavailable')
  const { participationId, activityId } = attempt
  const { reviewCompanyId, extraTime } = await recording.begin(trx, { attemptId: attempt.id, participationId, activityId })
  attempt.reviewCompanyId = reviewCompanyId
  if (minutes) attempt.endsAt = DateTime.now().plus({ minutes: minutesWith(minutes, { percent: extraTime, extra }) })
  await attempt.useTransaction(trx).save()
}

/**
 * Draws the given number of questions per topic if the quiz has a blueprint, else from all questions; in random order. Pure except for
 * randomness.
 */
export function drawFrom<Q extends { tags: readonly string[] }>(
  pool: readonly Q[],
  { blueprint, questions_per_attempt: asked }: Pick<QuizSettings, 'blueprint' | 'questions_per_attempt'>,
): Q[] {
  if (!blueprint) return shuffled(pool).slice(0, asked)
  return shuffled(
    blueprint.flatMap(({ topic, questions }) => shuffled(pool.filter(({ tags }) => tags.includes(topic))).slice(0, questions)),
  )
}

/** Draws the questions of an attempt and their answer order, by each type's rules. @throws AppError 409 activity_has_no_content */
export async function drawQuestions(attempt: Attempt, activity: Activity, trx: TransactionClientContract): Promise<void> {
  const pool = await drawableQuestions(activity, trx)
  if (!pool.length) throw conflict('activity_has_no_content')
  const dealt = drawFrom(pool, activity.settings as QuizSettings).map((question, index) => ({
    question_id: question.id,
    position: index + 1,
    answer_order: questionType(question.type).deal(question),
  }))
  await preparedQuery(trx, 'learning_attempt_deal', DEAL, [attempt.companyId, attempt.id, JSON.stringify(dealt)])
}

// As one JSON document, so that the statement is the same for any number of questions.
const DEAL = `
  insert into learning_attempt_questions (company_id, attempt_id, question_id, position, answer_order)
  select $1, $2, q.question_id, q.position, q.answer_order
    from jsonb_to_recordset($3::jsonb) as q(question_id bigint, position int, answer_order text[])`

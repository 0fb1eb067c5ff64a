import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { conflict } from '#core/contract/errors'
import { kindOf } from '../../activity_types/index.js'
import type Activity from '../models/activity.js'
import Attempt from '../models/attempt.js'
import type { QuizSettings } from './activity_settings.js'
import { setState, workOn } from './activity_service.js'
import { questionType } from '../../question_types/index.js'
import type { Owner } from './participation_service.js'
import { questionsOfQuiz } from './questions_of_quiz.js'
import { shuffled } from './shuffle.js'
import { finishOverdue } from './submit_attempt.js'

/**
 * Begins an attempt, or gives the one that is running: on this computer or
 * another one it goes on where it stopped.
 * @throws AppError 404; 409 quiz_not_on_phone, activity_locked, participation_*, quiz_already_passed, no_attempts_left
 */
export async function startAttempt(owner: Owner, participationId: number, activityId: number, onPhone: boolean): Promise<number> {
  const started = await db.transaction(async (trx) => {
    const { participation, activity, status, content } = await workOn(owner, participationId, activityId, trx)
    if (kindOf(activity).finishedBy !== 'attempts') throw conflict('activity_not_startable')
    if (onPhone) throw conflict('quiz_not_on_phone')
    if (status === 'finished') throw conflict('quiz_already_passed')
    const running = await Attempt.query({ client: trx }).where({ participationId: participation.id, activityId, status: 'busy' }).first()
    if (running) return { id: running.id, isOver: running.isTimeOver }
    // Counted with the states, under the participation's lock; of what was never opened there is nothing to count.
    const { left, used, availableFrom } = content.attempts.get(activityId)!
    if (left === 0) throw conflict('no_attempts_left', { available_from: availableFrom?.toISOString() ?? null })
    const { time_limit_minutes: minutes } = activity.settings as QuizSettings
    const attempt = await Attempt.create(
      {
        companyId: participation.companyId,
        participationId: participation.id,
        activityId,
        number: used + 1,
        status: 'busy',
        endsAt: minutes ? DateTime.now().plus({ minutes }) : null,
      },
      { client: trx },
    )
    await drawQuestions(attempt, activity, trx)
    await setState(trx, participation, activity, { status: 'doing' })
    return { id: attempt.id, isOver: false }
  })
  if (!started.isOver) return started.id
  // Its time ran out with the browser closed: that one is handed in, and this is another.
  await finishOverdue(started.id)
  return startAttempt(owner, participationId, activityId, onPhone)
}

/** Deals an attempt its questions, each laid out as its type says. @throws AppError 409 activity_has_no_content */
export async function drawQuestions(attempt: Attempt, activity: Activity, trx: TransactionClientContract): Promise<void> {
  const pool = [...(await questionsOfQuiz(activity, trx)).values()]
  if (!pool.length) throw conflict('activity_has_no_content')
  const drawn = shuffled(pool).slice(0, (activity.settings as QuizSettings).questions_per_attempt)
  await trx.table('learning_attempt_questions').multiInsert(
    drawn.map((question, index) => ({
      company_id: attempt.companyId,
      attempt_id: attempt.id,
      question_id: question.id,
      position: index + 1,
      answer_order: questionType(question.type).deal(question),
    })),
  )
}

import type { HttpContext } from '@adonisjs/core/http'
import { conflict } from '#core/contract/errors'
import { answerValidator, startAttemptValidator } from '#plugins/learning/server/validators/learning'
import { loadAsked } from '../services/attempt_questions.js'
import { countAttempts, findOwnAttempt, startAttempt, submitAttempt } from '../services/attempt_service.js'
import { textIn } from '#core/kit/words'
import type { QuizSettings } from '../services/activity_settings.js'
import { noteFeedbackSeen } from '../following/insights.js'
import { lessonFor } from '../services/lessons.js'
import { saveAnswer } from '../services/save_answer.js'
import { isPhoneOrTablet } from '../services/device.js'
import { versionContent } from '../services/version_content.js'
import { toAttemptResult, toRunningAttempt } from '../transformers/attempt_transformer.js'

/** Attempts at a quiz: begin or go on, save answer by answer, submit once, see the result. */
export default class AttemptsController {
  async start({ session, params, request }: HttpContext) {
    const { touch_only: touchOnly } = await request.validateUsing(startAttemptValidator)
    const onPhone = touchOnly === true || isPhoneOrTablet(request.headers())
    const id = await startAttempt(session!, params.participation, Number(params.activity), onPhone)
    return { data: { id } }
  }

  async show({ session, params }: HttpContext) {
    const { attempt, participation } = await findOwnAttempt(session!, params.attempt)
    if (attempt.status !== 'busy') throw conflict('attempt_already_submitted')
    const { activity, questions } = await loadAsked(attempt)
    const { language } = participation
    return { data: toRunningAttempt(attempt, activity, language, questions, activity.settings as QuizSettings) }
  }

  async answer({ session, params, request }: HttpContext) {
    const { answers } = await request.validateUsing(answerValidator)
    const outcome = await saveAnswer(session!, Number(params.attempt), Number(params.question), answers)
    return { status: 'good' as const, outcome }
  }

  async submit({ session, params }: HttpContext) {
    const attempt = await submitAttempt(session!, params.attempt)
    return { data: { id: attempt.id, status: attempt.status, grade: attempt.grade } }
  }

  async feedbackSeen({ session, params }: HttpContext) {
    await noteFeedbackSeen(session!.membershipId, params.attempt)
    return { status: 'good' as const }
  }

  async result({ session, params }: HttpContext) {
    const { attempt, participation } = await findOwnAttempt(session!, params.attempt)
    // Before submission this would give the answers away.
    if (attempt.status === 'busy') throw conflict('attempt_not_submitted')
    const { activity, questions } = await loadAsked(attempt)
    const attempts = await countAttempts(participation, activity)
    const { language } = participation
    const settings = activity.settings as QuizSettings
    const { activities } = await versionContent(participation.versionId)
    const lessonOf = (named: string | null) => lessonFor([named, settings.lesson], activity, activities)
    return { data: toAttemptResult(attempt, textIn(activity.title, language), language, questions, settings, attempts, lessonOf) }
  }
}

import type { HttpContext } from '@adonisjs/core/http'
import { conflict } from '#core/contract/errors'
import type Attempt from '#plugins/learning/server/models/attempt'
import type Participation from '#plugins/learning/server/models/participation'
import { answerValidator, startAttemptValidator } from '#plugins/learning/server/validators/learning'
import { questionsOfAttempt } from '../services/questions_of_quiz.js'
import { startAttempt } from '../services/attempt_service.js'
import { cacheDraw } from '../services/drawn_questions.js'
import { loadContent } from '../services/course_content.js'
import { gradeParts } from '../services/course_grade.js'
import { countAttempts, findOwnAttempt } from '../services/own_attempts.js'
import { textIn } from '#core/kit/words'
import { counts } from '../../activity_types/index.js'
import type { QuizSettings } from '../services/activity_settings.js'
import { recordFeedbackSeen } from '../following/insights.js'
import { lessonFor } from '../services/lessons.js'
import { saveAnswer } from '../services/save_answer.js'
import { assertBrowser, proofOf } from '../services/safe_browser.js'
import { finishOverdue, submitAttempt } from '../services/submit_attempt.js'
import { isPhoneOrTablet } from '../services/device.js'
import { versionContent } from '../services/version_content.js'
import { toAttemptResult, toRunningAttempt } from '../transformers/attempt_transformer.js'
import { toCourseGrade } from '../transformers/grade_transformer.js'

/** Attempts at a quiz: begin or continue, save each answer, submit once, read the result. */
export default class AttemptsController {
  async start(ctx: HttpContext) {
    const { session, params, request } = ctx
    const { touch_only: touchOnly } = await request.validateUsing(startAttemptValidator)
    const onPhone = touchOnly === true || isPhoneOrTablet(request.headers())
    const id = await startAttempt(session!, params.participation, Number(params.activity), { onPhone, proof: proofOf(ctx) })
    return { data: { id } }
  }

  async show(ctx: HttpContext) {
    const { session, params } = ctx
    const { attempt, participation } = await findOwnAttempt(session!, params.attempt)
    if (attempt.status === 'busy' && attempt.isTimeOver) await finishOverdue(attempt.id)
    if (attempt.status !== 'busy' || attempt.isTimeOver) throw conflict('attempt_already_submitted')
    const { activity, questions } = await contentOf(attempt, participation)
    await assertBrowser(activity, participation.id, proofOf(ctx))
    cacheDraw(session!.membershipId, attempt, activity, questions)
    const language = attempt.language ?? participation.language
    return { data: toRunningAttempt(attempt, activity, language, questions, activity.settings as QuizSettings) }
  }

  async answer(ctx: HttpContext) {
    const { session, params, request } = ctx
    const { answers } = await request.validateUsing(answerValidator)
    const outcome = await saveAnswer(session!, Number(params.attempt), Number(params.question), answers, proofOf(ctx))
    return { status: 'good' as const, outcome }
  }

  async submit(ctx: HttpContext) {
    const attempt = await submitAttempt(ctx.session!, ctx.params.attempt, proofOf(ctx))
    return { data: { id: attempt.id, status: attempt.status, grade: attempt.grade } }
  }

  async feedbackSeen({ session, params }: HttpContext) {
    await recordFeedbackSeen(session!.membershipId, params.attempt)
    return { status: 'good' as const }
  }

  async result({ session, params }: HttpContext) {
    const { attempt, participation } = await findOwnAttempt(session!, params.attempt)
    if (attempt.status === 'busy' && attempt.isTimeOver) {
      await finishOverdue(attempt.id)
      await attempt.refresh()
      await participation.refresh()
    }
    // Before submission the result would reveal the answers.
    if (attempt.status === 'busy') throw conflict('attempt_not_submitted')
    const { activity, activities, questions } = await contentOf(attempt, participation)
    const attempts = await countAttempts(participation, activity)
    const language = attempt.language ?? participation.language
    const settings = activity.settings as QuizSettings
    const { computed, states } = await loadContent(participation)
    const lessonOf = (named: string | null) => {
      const lesson = lessonFor([named, settings.lesson], activities)
      // A locked page would only show that it is locked.
      return lesson && !computed.get(lesson.id)?.lockedBy ? lesson : null
    }
    const result = toAttemptResult(attempt, textIn(activity.title, language), language, questions, settings, attempts, lessonOf)
    const sum = toCourseGrade(participation.grade, gradeParts(activities, states), language)
    /** Whether this quiz counts for the grade of the course, and how that grade was computed. */
    return { data: { ...result, counts: counts(activity), course_grade: sum } }
  }
}

/** The attempt's quiz, the activities of its version, and the questions of the attempt. */
async function contentOf(attempt: Attempt, participation: Participation) {
  const { activities } = await versionContent(participation.versionId)
  const activity = activities.find(({ id }) => id === attempt.activityId)!
  return { activity, activities, questions: await questionsOfAttempt(attempt, activity) }
}

import type Attempt from '../models/attempt.js'
import { textIn } from '#core/kit/words'
import type { QuizSettings } from '../services/activity_settings.js'
import { answerKey } from '../services/answer_keys.js'
import type { Attempts } from '../services/grading.js'
import { toAttemptsLeft } from './attempts_left.js'

export interface AskedQuestion {
  question_id: number
  position: number
  type: 'single' | 'multiple' | 'true_false'
  text: Record<string, string>
  answers: { key: string; correct: boolean; text: Record<string, string> }[]
  answer_order: string[]
  given: string[] | null
  correct: boolean | null
  feedback_correct: Record<string, string>
  feedback_incorrect: Record<string, string>
}

const inOrder = (question: AskedQuestion) => question.answer_order.map((key) => question.answers.find((answer) => answer.key === key)!)

/**
 * A running attempt. The one place where questions leave the server before
 * submission: it names each field it lets out, and neither `correct` nor the
 * author's keys are among them.
 */
export function toRunningAttempt(attempt: Attempt, title: string, language: string | null, questions: AskedQuestion[]) {
  return {
    id: attempt.id,
    number: attempt.number,
    participation: attempt.participationId,
    activity: attempt.activityId,
    title,
    questions: questions.map((question) => ({
      id: question.question_id,
      position: question.position,
      type: question.type,
      text: textIn(question.text, language),
      answers: inOrder(question).map(({ key, text }) => ({
        key: answerKey(attempt.id, question.question_id, key),
        text: textIn(text, language),
      })),
      given: (question.given ?? []).map((key) => answerKey(attempt.id, question.question_id, key)),
    })),
  }
}
export type RunningAttempt = ReturnType<typeof toRunningAttempt>

/** A submitted attempt: grade, and as much of the feedback as the quiz's settings show. */
export function toAttemptResult(
  attempt: Attempt,
  title: string,
  language: string | null,
  questions: AskedQuestion[],
  settings: QuizSettings,
  attempts: Attempts,
) {
  return {
    id: attempt.id,
    number: attempt.number,
    participation: attempt.participationId,
    activity: attempt.activityId,
    title,
    status: attempt.status,
    grade: attempt.grade,
    pass_percentage: settings.pass_percentage,
    correct_count: questions.filter(({ correct }) => correct).length,
    submitted_at: attempt.submittedAt?.toISO() ?? null,
    ...toAttemptsLeft(attempts, settings),
    questions: questions.map((question) => ({
      id: question.question_id,
      position: question.position,
      text: textIn(question.text, language),
      correct: question.correct,
      feedback: settings.feedback_visible
        ? textIn(question.correct ? question.feedback_correct : question.feedback_incorrect, language)
        : '',
      answers: inOrder(question).map(({ key, text, correct }) => ({
        key: answerKey(attempt.id, question.question_id, key),
        text: textIn(text, language),
        given: question.given?.includes(key) ?? false,
        correct: settings.correct_answer_visible ? correct : null,
      })),
    })),
  }
}
export type AttemptResult = ReturnType<typeof toAttemptResult>

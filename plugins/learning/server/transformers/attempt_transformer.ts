import type Activity from '../models/activity.js'
import type Attempt from '../models/attempt.js'
import type { LessonActivity } from '../services/lessons.js'
import { textIn } from '#core/kit/words'
import type { QuizSettings } from '../services/activity_settings.js'
import { answerKey } from '../services/answer_keys.js'
import { type Attempts, isCorrect } from '../services/grading.js'
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
  lesson_key: string | null
}

/** What is known of an answered question. */
export type PracticeQuestion = Pick<AskedQuestion, 'answers' | 'given' | 'feedback_correct' | 'feedback_incorrect'>

/** In practice: what became of an answer that cannot be changed any more. */
export interface PracticeOutcome {
  correct: boolean
  feedback: string
  /** Keys of the right answers, as this attempt names them. */
  right: string[]
}

const inOrder = (question: AskedQuestion) => question.answer_order.map((key) => question.answers.find((answer) => answer.key === key)!)

/** The outcome of a practice question. Only ever called for an answer that stands. */
export function toPracticeOutcome(
  attemptId: number,
  questionId: number,
  { answers, given, feedback_correct: praise, feedback_incorrect: explanation }: PracticeQuestion,
  language: string | null,
): PracticeOutcome {
  const right = answers.filter(({ correct }) => correct).map(({ key }) => key)
  const correct = isCorrect({ right, given })
  return {
    correct,
    feedback: textIn(correct ? praise : explanation, language),
    right: right.map((key) => answerKey(attemptId, questionId, key)),
  }
}

/**
 * A running attempt. The one place where questions leave the server before
 * submission: it names each field it lets out, and neither `correct` nor the
 * author's keys are among them. Only practice tells, and only of what was
 * answered: such an answer stands.
 */
export function toRunningAttempt(
  attempt: Attempt,
  activity: Pick<Activity, 'title' | 'body'>,
  language: string | null,
  questions: AskedQuestion[],
  { practice = false, pass_percentage }: Pick<QuizSettings, 'practice' | 'pass_percentage'>,
) {
  return {
    id: attempt.id,
    number: attempt.number,
    participation: attempt.participationId,
    activity: attempt.activityId,
    title: textIn(activity.title, language),
    intro: textIn(activity.body, language),
    pass_percentage,
    practice,
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
      outcome: practice && question.given ? toPracticeOutcome(attempt.id, question.question_id, question, language) : null,
    })),
  }
}
export type RunningAttempt = ReturnType<typeof toRunningAttempt>

/**
 * A submitted attempt: grade, and as much of the feedback as the quiz's settings show.
 * @param lessonOf the lesson that explains a question, by the key that it names
 */
export function toAttemptResult(
  attempt: Attempt,
  title: string,
  language: string | null,
  questions: AskedQuestion[],
  settings: QuizSettings,
  attempts: Attempts,
  lessonOf: (named: string | null) => LessonActivity | null,
) {
  const toLesson = (lesson: LessonActivity | null) => lesson && { id: lesson.id, title: textIn(lesson.title, language) }
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
      lesson: toLesson(lessonOf(question.lesson_key)),
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

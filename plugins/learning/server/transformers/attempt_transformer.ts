import type { Activity } from '../services/activity.js'
import type Attempt from '../models/attempt.js'
import type { LessonActivity } from '../services/lessons.js'
import { textIn } from '#core/kit/words'
import type { QuizSettings } from '../services/activity_settings.js'
import { answerKey } from '../services/answer_keys.js'
import { type QuestionTypeName, type TypedQuestion, questionType } from '../../question_types/index.js'
import type { Attempts } from '../services/grading.js'
import type { VersionPicture } from '../services/version_content.js'
import { countedIn, type Withdrawn } from '../withdrawing/marked_grade.js'
import { toAttemptsLeft } from './attempts_left.js'
import { toPicture } from './picture_transformer.js'

export interface AskedQuestion extends TypedQuestion {
  question_id: number
  position: number
  type: QuestionTypeName
  text: Record<string, string>
  picture: VersionPicture | null
  answer_order: string[]
  given: string[] | null
  correct: boolean | null
  withdrawn: Withdrawn
  feedback_correct: Record<string, string>
  feedback_incorrect: Record<string, string>
  lesson_key: string | null
}

/** The data of an answered question. */
export type PracticeQuestion = Pick<AskedQuestion, 'type' | 'answers' | 'content' | 'given' | 'feedback_correct' | 'feedback_incorrect'>

/** In a practice quiz: the result of an answer that is final. */
export interface PracticeOutcome {
  correct: boolean
  feedback: string
  /** The right answers with this attempt's keys; for typed answers, as text. */
  right: string[]
}

/** Makes the keys of one question's answers in one attempt. */
const namesIn = (attemptId: number, questionId: number) => (key: string) => answerKey(attemptId, questionId, key)

/** The result of a practice question. Only called for an answer that is final. */
export function toPracticeOutcome(
  attemptId: number,
  questionId: number,
  question: PracticeQuestion,
  language: string | null,
): PracticeOutcome {
  const type = questionType(question.type)
  const correct = question.given !== null && type.isRight(question, question.given, language)
  return {
    correct,
    feedback: textIn(correct ? question.feedback_correct : question.feedback_incorrect, language),
    right: type.right(question, namesIn(attemptId, questionId), language),
  }
}

/** A question without its solution: fields are listed one by one, and none reveals the right answer. */
function toAsked(attemptId: number, question: AskedQuestion, language: string | null) {
  const type = questionType(question.type)
  const name = namesIn(attemptId, question.question_id)
  return {
    id: question.question_id,
    position: question.position,
    type: question.type,
    text: textIn(question.text, language),
    picture: toPicture(question.picture, language),
    ...type.asked(question, question.answer_order, name, language),
    given: type.shown(question.given ?? [], name),
  }
}

/**
 * A running attempt. The only place where questions leave the server before submission: it lists each field it returns, and neither
 * `correct` nor the author's keys are among them. Only a practice quiz reveals results, and only for answered questions, whose answers are
 * final.
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
    recorded: attempt.reviewCompanyId !== null,
    /** Null without a time limit. Because the browser's clock may differ, the remaining time is returned too. */
    ends_at: attempt.endsAt?.toISO() ?? null,
    seconds_left: attempt.endsAt && Math.max(0, attempt.endsAt.diffNow('seconds').seconds),
    questions: questions.map((question) => ({
      ...toAsked(attempt.id, question, language),
      outcome: practice && question.given ? toPracticeOutcome(attempt.id, question.question_id, question, language) : null,
    })),
  }
}
export type RunningAttempt = ReturnType<typeof toRunningAttempt>

/**
 * A submitted attempt: the grade, and as much feedback as the quiz's settings allow.
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
  // Until the examiner has decided, neither the grade nor the right answers are returned.
  const isOpen = attempt.status === 'in_review'
  const counted = countedIn(questions, attempt.grade)
  const toLesson = (lesson: LessonActivity | null) => lesson && { id: lesson.id, title: textIn(lesson.title, language) }
  return {
    id: attempt.id,
    number: attempt.number,
    participation: attempt.participationId,
    activity: attempt.activityId,
    title,
    status: attempt.status,
    grade: isOpen ? null : attempt.grade,
    recorded: attempt.reviewCompanyId !== null,
    pass_percentage: settings.pass_percentage,
    correct_count: isOpen ? 0 : counted.filter(({ correct }) => correct).length,
    /** Questions that count; withdrawn ones do not. */
    counted: counted.length,
    submitted_at: attempt.submittedAt?.toISO() ?? null,
    ...toAttemptsLeft(attempts, settings),
    questions: questions.map((question) => {
      const { answers, ...asked } = toAsked(attempt.id, question, language)
      const name = namesIn(attempt.id, question.question_id)
      const right = settings.correct_answer_visible && !isOpen ? questionType(question.type).right(question, name, language) : null
      return {
        ...asked,
        correct: isOpen ? null : question.correct,
        /** It was withdrawn afterwards, so it does not count. */
        withdrawn: question.withdrawn !== null && !counted.includes(question),
        lesson: toLesson(lessonOf(question.lesson_key)),
        feedback:
          settings.feedback_visible && !isOpen
            ? textIn(question.correct ? question.feedback_correct : question.feedback_incorrect, language)
            : '',
        /** The right answers; null when the quiz does not show them. */
        right,
        answers: answers.map((answer) => ({
          ...answer,
          given: asked.given.includes(answer.key),
          correct: right && right.includes(answer.key),
        })),
      }
    }),
  }
}
export type AttemptResult = ReturnType<typeof toAttemptResult>

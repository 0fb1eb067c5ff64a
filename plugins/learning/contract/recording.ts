import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import { defineSlot } from '#core/contract/web'

/** What an attempt that is recorded takes from its preparation. */
export interface RecordedStart {
  /** The exam provider whose examiners review it. */
  reviewCompanyId: number
  /** Granted by a supervisor, per cent of the quiz's time; 0 without. */
  extraTime: number
}

/** How a request came, for telling which browser sent it. */
export interface BrowserProof {
  /** Path and query as they were asked for. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A quiz by what stays the same over the versions of its course. */
export interface QuizName {
  courseId: number
  activityKey: string
}

/**
 * Recording of attempts at quizzes with `has_video`, asked by learning and provided by the plugin `proctoring`. Where no plugin
 * provides it, such a quiz does not start.
 */
export interface AttemptRecording {
  /**
   * Ties the attempt to what the participant prepared, in the transaction that begins it.
   * @throws AppError 409 recording_not_prepared
   */
  begin(trx: TransactionClientContract, attempt: { attemptId: number; participationId: number; activityId: number }): Promise<RecordedStart>
  /**
   * Passes a request of Safe Exam Browser with this exam's settings. Asked for each call of an attempt at a quiz with `safe_browser`.
   * @throws AppError 409 safe_browser_required, with `place`: where the participant reads what to do
   */
  assertBrowser(quiz: QuizName, place: { participationId: number; activityId: number }, proof: BrowserProof): Promise<void>
  /**
   * Says that the attempt was handed in, in the same transaction.
   * @param outcome `failed`: its points do not suffice, so nobody has to review it
   * @param answersSha256 hex, of all answers as they were handed in
   */
  submitted(trx: TransactionClientContract, attemptId: number, outcome: 'in_review' | 'failed', answersSha256: string): Promise<void>
  /** Says that an attempt which was handed in goes on; its recording does too. */
  reopened(trx: TransactionClientContract, attemptId: number): Promise<void>
}

export const attemptRecording = defineService<AttemptRecording>('proctoring.attempt_recording')

/** What is asked about a recorded quiz before somebody starts it. */
export interface RecordedQuiz extends QuizName {
  membershipId: number
  /** It is taken in Safe Exam Browser only. */
  safeBrowser: boolean
  /** The screen is recorded beside the camera. */
  recordScreen: boolean
  /** Language → text. */
  title: Record<string, string>
  courseName: Record<string, string>
  language: string | null
  /** Null without a limit. */
  minutes: number | null
  questions: number
}

/** One answered question, as an examiner reads it. */
export interface AnsweredQuestion {
  position: number
  text: string
  given: string[]
  right: string[]
  correct: boolean
}

/** In the editor of a quiz that is taken in Safe Exam Browser: its file and keys. */
export const recordedQuizEditorSlot = defineSlot<{ course: number; activity: string }>('learning.recorded_quiz_editor')

/** Beside the rules of a quiz that is recorded, in the place of its start button. */
export const recordedStartSlot = defineSlot<{ participation: number; activity: number }>('learning.recorded_start')

/**
 * Within a running attempt that is recorded. `onRecorder` hands over what has to be done before the attempt is handed in: it
 * resolves once everything recorded is on the server.
 */
export const recordedAttemptSlot = defineSlot<{ attempt: number; onRecorder: (finish: () => Promise<void>) => void }>(
  'learning.recorded_attempt',
)

/** On somebody's attempt that was recorded, for who follows them. */
export const attemptInsightSlot = defineSlot<{ attempt: number }>('learning.attempt_insight')

/** On the result of an attempt that was recorded: where its review stands. */
export const recordedResultSlot = defineSlot<{ attempt: number }>('learning.recorded_result')

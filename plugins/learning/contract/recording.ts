import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import { defineSlot } from '#core/contract/web'

/** The data that a recorded attempt takes over from its preparation. */
export interface RecordedStart {
  /** The exam provider whose examiners review the attempt. */
  reviewCompanyId: number
  /** Extra time granted by a supervisor, in per cent of the quiz's time; 0 for none. */
  extraTime: number
}

/** The parts of a request that show which browser sent it. */
export interface BrowserProof {
  /** Path and query as requested. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Identifies a quiz across the versions of its course. */
export interface QuizName {
  courseId: number
  activityKey: string
}

/**
 * Recording of attempts at quizzes with `has_video`. Learning calls it; the plugin `proctoring` provides it. Without a provider such a quiz
 * does not start.
 */
export interface AttemptRecording {
  /**
   * Links the attempt to what the participant prepared, in the transaction that begins it.
   * @throws AppError 409 recording_not_prepared
   */
  begin(trx: TransactionClientContract, attempt: { attemptId: number; participationId: number; activityId: number }): Promise<RecordedStart>
  /**
   * Accepts only requests from Safe Exam Browser with this exam's settings. Called for each request of an attempt at a quiz with
   * `safe_browser`.
   * @throws AppError 409 safe_browser_required, with `place`: where the participant reads what to do
   */
  assertBrowser(quiz: QuizName, place: { participationId: number; activityId: number }, proof: BrowserProof): Promise<void>
  /**
   * Records that the attempt was submitted, in the same transaction.
   * @param outcome `failed`: it has too few points, so it needs no review
   * @param answersSha256 hex, over all submitted answers
   */
  submitted(trx: TransactionClientContract, attemptId: number, outcome: 'in_review' | 'failed', answersSha256: string): Promise<void>
  /** Returns the attempts that failed by their points alone, so that no examiner reviewed them. */
  unreviewed(attemptIds: readonly number[], trx?: TransactionClientContract): Promise<Set<number>>
  /** Sends such an attempt to its examiners, because it has enough points after all. */
  review(trx: TransactionClientContract, attemptId: number): Promise<void>
  /** Records that a submitted attempt was reopened; its recording continues too. */
  reopened(trx: TransactionClientContract, attemptId: number): Promise<void>
}

export const attemptRecording = defineService<AttemptRecording>('proctoring.attempt_recording')

/** The data of a recorded quiz for its preparation. */
export interface RecordedQuiz extends QuizName {
  membershipId: number
  /** The quiz can only be taken in Safe Exam Browser. */
  safeBrowser: boolean
  /** The quiz is taken at an exam moment. */
  onLocation: boolean
  /** The screen is recorded in addition to the camera. */
  recordScreen: boolean
  /** Language → text. */
  title: Record<string, string>
  courseName: Record<string, string>
  language: string | null
  /** Null without a limit. */
  minutes: number | null
  questions: number
}

/** An answered question as shown to an examiner. */
export interface AnsweredQuestion {
  position: number
  text: string
  given: string[]
  right: string[]
  correct: boolean
}

export interface AttemptAnswers {
  grade: number
  passPercentage: number
  /** Whether the attempt counts as passed now. */
  passed: boolean
  /** The number of right answers, and of questions that count; withdrawn ones do not. */
  correct: number
  counted: number
  questions: AnsweredQuestion[]
}

/** In the editor of a quiz that requires Safe Exam Browser: its file and keys. */
export const recordedQuizEditorSlot = defineSlot<{ course: number; activity: string }>('learning.recorded_quiz_editor')

/** Next to the rules of a recorded quiz, in place of its start button. */
export const recordedStartSlot = defineSlot<{ participation: number; activity: number }>('learning.recorded_start')

/** On the page of a course that is under way, for each recorded quiz that is not finished: a practice run. */
export const recordedPracticeSlot = defineSlot<{ participation: number; activity: number; title: string }>('learning.recorded_practice')

/**
 * Inside a running attempt that is recorded. `onRecorder` passes a function to call before the attempt is submitted; it resolves once
 * everything recorded is on the server.
 */
export const recordedAttemptSlot = defineSlot<{ attempt: number; onRecorder: (finish: () => Promise<void>) => void }>(
  'learning.recorded_attempt',
)

/** On a participant's recorded attempt, for the people who follow that participant. */
export const attemptInsightSlot = defineSlot<{ attempt: number }>('learning.attempt_insight')

/** On the result of a recorded attempt: the status of its review. */
export const recordedResultSlot = defineSlot<{ attempt: number }>('learning.recorded_result')

import type { ComponentType } from 'react'
import type { AttemptResult, RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'

export type RunningQuestion = RunningAttempt['questions'][number]
/** An answered question, with the right answer if it may be shown. */
export type ReviewedQuestion = Pick<AttemptResult['questions'][number], 'type' | 'options' | 'unit' | 'picture' | 'given' | 'right'> & {
  answers: RunningQuestion['answers']
}

export interface InputProps {
  question: RunningQuestion
  given: string[]
  /** Id of the question's text, which labels a single field. */
  labelledBy: string
  /** Id of the hint on how to answer. */
  describedBy: string
  onChange: (given: string[], how?: ChangeHow) => void
  /** The field lost the focus: save without waiting. */
  onLeave: () => void
}

export interface ChangeHow {
  /** Typing: save after a pause. */
  typing?: boolean
}

export interface ReviewProps {
  question: ReviewedQuestion
  /** Whether the whole question was answered right. */
  isRight: boolean
}

/** The browser half of a question type; one file each in this folder, listed in index.ts. */
export interface QuestionView {
  Input: ComponentType<InputProps>
  Review: ComponentType<ReviewProps>
  /** Whether the given answer is complete. */
  isComplete: (question: RunningQuestion, given: readonly string[]) => boolean
  /** One press answers it, so a test moves on automatically and practice shows the result at once. */
  isOnePress: (question: RunningQuestion) => boolean
  /** The answer after pressing a number key, from 0; null if it chooses nothing. */
  choose: (question: RunningQuestion, given: readonly string[], index: number) => string[] | null
  /** The message key of the instructions. */
  hint: (question: RunningQuestion) => string
  /** It renders the question's picture itself. */
  showsPicture?: boolean
}

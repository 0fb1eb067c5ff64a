import type { ComponentType } from 'react'
import type { AttemptResult, RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'

export type RunningQuestion = RunningAttempt['questions'][number]
/** A question that was answered, and what is right where it may be told. */
export type ReviewedQuestion = Pick<AttemptResult['questions'][number], 'type' | 'options' | 'unit' | 'picture' | 'given' | 'right'> & {
  answers: RunningQuestion['answers']
}

export interface InputProps {
  question: RunningQuestion
  given: string[]
  /** Id of the question's words, which name a field that stands alone. */
  labelledBy: string
  /** Id of what says how to answer. */
  describedBy: string
  onChange: (given: string[], how?: ChangeHow) => void
  /** The field was left: what waits to be saved need not wait any longer. */
  onLeave: () => void
}

export interface ChangeHow {
  /** It is being typed: saved once it rests. */
  typing?: boolean
}

export interface ReviewProps {
  question: ReviewedQuestion
  /** Whether the whole question was answered right. */
  isRight: boolean
}

/** The browser half of a question type; beside this file one file each, listed in index.ts. */
export interface QuestionView {
  Input: ComponentType<InputProps>
  Review: ComponentType<ReviewProps>
  /** Whether what is given answers the whole question. */
  isComplete: (question: RunningQuestion, given: readonly string[]) => boolean
  /** One press answers it, so a test goes on by itself and practice tells at once. */
  isOnePress: (question: RunningQuestion) => boolean
  /** What a number on the keyboard makes of what is given, from 0; null where it chooses nothing. */
  choose: (question: RunningQuestion, given: readonly string[], index: number) => string[] | null
  /** How to answer, as a message. */
  hint: (question: RunningQuestion) => string
  /** It shows the question's picture itself. */
  showsPicture?: boolean
}

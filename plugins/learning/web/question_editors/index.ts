import { lazy, type ComponentType } from 'react'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'

export interface QuestionFieldsProps {
  question: QuestionPart
  languages: readonly string[]
}

interface QuestionEditor {
  /** What it asks for besides text and explanation; in a form of the question's part. */
  Fields: ComponentType<QuestionFieldsProps>
  /** A new one, as it begins, besides text and explanation. */
  empty: () => Pick<QuestionPart, 'answers'>
}

const answer = (key: string, correct = false) => ({ key, text: {}, correct })
const Choice = lazy(() => import('./ChoiceFields.js'))

/** Editors by type of question: a new type adds its line and its file here. */
export const QUESTION_EDITORS: Readonly<Record<string, QuestionEditor>> = {
  single: { Fields: Choice, empty: () => ({ answers: [answer('a', true), answer('b')] }) },
  multiple: { Fields: Choice, empty: () => ({ answers: [answer('a', true), answer('b', true), answer('c')] }) },
  true_false: { Fields: Choice, empty: () => ({ answers: [answer('juist', true), answer('onjuist')] }) },
}

/** A question as it begins. @param text in the course's first language */
export const newQuestion = (type: string, text: Record<string, string>): QuestionPart => ({
  type: type as QuestionPart['type'],
  text,
  feedbackCorrect: {},
  feedbackIncorrect: {},
  lesson: null,
  ...(QUESTION_EDITORS[type] ?? QUESTION_EDITORS.single!).empty(),
})

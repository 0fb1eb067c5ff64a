import { lazy, type ComponentType } from 'react'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import type { QuestionFieldsProps } from './fields.js'

interface QuestionEditor {
  /** The type's fields besides text, picture and explanation; in a form of the question's part. */
  Fields: ComponentType<QuestionFieldsProps>
  /** The initial fields of a new question, besides text and explanation. */
  empty: () => Partial<Pick<QuestionPart, 'answers' | 'content'>>
}

const answer = (key: string, correct = false) => ({ key, text: {}, correct })
const option = (key: string) => ({ key, text: {} })
const Choice = lazy(() => import('./ChoiceFields.js'))

/** Editors by question type: a new type adds its line and its file here. */
export const QUESTION_EDITORS: Readonly<Record<string, QuestionEditor>> = {
  single: { Fields: Choice, empty: () => ({ answers: [answer('a', true), answer('b')] }) },
  multiple: { Fields: Choice, empty: () => ({ answers: [answer('a', true), answer('b', true), answer('c')] }) },
  true_false: { Fields: Choice, empty: () => ({ answers: [answer('juist', true), answer('onjuist')] }) },
  order: { Fields: lazy(() => import('./OrderFields.js')), empty: () => ({ answers: ['a', 'b', 'c'].map((key) => answer(key)) }) },
  match: {
    Fields: lazy(() => import('./MatchFields.js')),
    empty: () => ({ answers: ['a', 'b'].map((key) => answer(key)), content: { options: ['a', 'b'].map(option) } }),
  },
  hotspot: {
    Fields: lazy(() => import('./HotspotFields.js')),
    empty: () => ({
      answers: [
        { ...answer('a', true), area: { x: 10, y: 10, width: 20, height: 20 } },
        { ...answer('b'), area: { x: 60, y: 60, width: 20, height: 20 } },
      ],
    }),
  },
  short_text: { Fields: lazy(() => import('./ShortTextFields.js')), empty: () => ({ content: { accepted: {} } }) },
  number: { Fields: lazy(() => import('./NumberFields.js')), empty: () => ({ content: { ranges: [{ value: 0, tolerance: 0 }] } }) },
}

/** A new question. @param text in the course's first language */
export const newQuestion = (type: string, text: Record<string, string>): QuestionPart => ({
  type: type as QuestionPart['type'],
  text,
  answers: [],
  content: {},
  picture: null,
  pictureAlt: {},
  tags: [],
  feedbackCorrect: {},
  feedbackIncorrect: {},
  lesson: null,
  ...(QUESTION_EDITORS[type] ?? QUESTION_EDITORS.single!).empty(),
})

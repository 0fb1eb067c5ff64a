import { hotspot } from './hotspot.js'
import { match } from './match.js'
import { multiple } from './multiple.js'
import { number } from './number.js'
import { order } from './order.js'
import { shortText } from './short_text.js'
import { single } from './single.js'
import { trueFalse } from './true_false.js'
import type { QuestionType } from './types.js'

/** The names of the types, as used in the database and in course folders. */
export const QUESTION_TYPES = ['single', 'multiple', 'true_false', 'order', 'match', 'hotspot', 'short_text', 'number'] as const
export type QuestionTypeName = (typeof QUESTION_TYPES)[number]

const types: Record<QuestionTypeName, QuestionType> = {
  single,
  multiple,
  true_false: trueFalse,
  order,
  match,
  hotspot,
  short_text: shortText,
  number,
}

/** The definition of a type. */
export const questionType = (name: QuestionTypeName): QuestionType => types[name]

export type * from './types.js'

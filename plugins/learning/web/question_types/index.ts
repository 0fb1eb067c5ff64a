import { choice } from './Choice.js'
import { hotspot } from './Hotspot.js'
import { match } from './Match.js'
import { order } from './Order.js'
import { number, shortText } from './Typed.js'
import type { QuestionView, RunningQuestion } from './types.js'

const views: Record<RunningQuestion['type'], QuestionView> = {
  single: choice,
  multiple: choice,
  true_false: choice,
  order,
  match,
  hotspot,
  short_text: shortText,
  number,
}

/** Returns the components that ask and review a type of question. */
export const questionView = ({ type }: Pick<RunningQuestion, 'type'>): QuestionView => views[type]

export type * from './types.js'

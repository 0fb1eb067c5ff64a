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

/** How each type of question is asked and reviewed. */
export const questionView = ({ type }: Pick<RunningQuestion, 'type'>): QuestionView => views[type]

export type * from './types.js'

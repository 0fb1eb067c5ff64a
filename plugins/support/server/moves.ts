import type { MoveRules } from '#core/contract/moves'

/** How its rows follow a person who moves to another company or whose accounts are merged. */
export const supportMoves: MoveRules = {
  tables: { support_questions: 'stays', support_tours: 'stays' },
}

import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const supportMoves: MoveRules = {
  tables: { support_questions: 'stays', support_tours: 'stays' },
}

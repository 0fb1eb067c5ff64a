import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const supportMoves: MoveRules = {
  tables: { support_questions: 'stays', support_tours: 'stays' },
}

import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const waitingListMoves: MoveRules = {
  // Their place is one of the company's, in a queue of all.
  tables: { waiting_list_places: 'stays', waiting_list_history: 'stays' },
}

import type { MoveRules } from '#core/contract/moves'

/** What happens to its rows when a person moves to another company or merges two accounts. */
export const waitingListMoves: MoveRules = {
  // Their place belongs to the company, in a queue shared by all.
  tables: { waiting_list_places: 'stays', waiting_list_history: 'stays' },
}

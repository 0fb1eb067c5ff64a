import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const waitingListMoves: MoveRules = {
  // Their place belongs to the company, in a queue shared by all.
  tables: { waiting_list_places: 'stays', waiting_list_history: 'stays' },
}

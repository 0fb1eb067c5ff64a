import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const directAccessMoves: MoveRules = {
  // A visit stays with the company of the entrance.
  tables: { direct_access_visits: 'stays' },
}

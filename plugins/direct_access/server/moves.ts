import type { MoveRules } from '#core/contract/moves'

/** What happens to this plugin's rows when a person moves to another company or has two accounts merged. */
export const directAccessMoves: MoveRules = {
  // A visit stays with the company of the entrance.
  tables: { direct_access_visits: 'stays' },
}

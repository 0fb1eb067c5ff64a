import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const directoryMoves: MoveRules = {
  // An identity in the company's directory belongs to that company.
  tables: { directory_links: 'stays', directory_people: 'stays' },
}

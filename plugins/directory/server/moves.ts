import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const directoryMoves: MoveRules = {
  // Who they are in the company's directory, they are there.
  tables: { directory_links: 'stays', directory_people: 'stays' },
}

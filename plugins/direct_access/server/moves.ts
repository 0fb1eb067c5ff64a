import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const directAccessMoves: MoveRules = {
  // Who came in by a company's own gate stays its own to know.
  tables: { direct_access_visits: 'stays' },
}

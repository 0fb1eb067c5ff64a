import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const catalogueMoves: MoveRules = {
  // Asked of the supervisors of the company that they leave.
  tables: { catalogue_requests: 'stays' },
}

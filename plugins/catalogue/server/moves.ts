import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const catalogueMoves: MoveRules = {
  // It was sent to the supervisors of the company that they leave.
  tables: { catalogue_requests: 'stays' },
}

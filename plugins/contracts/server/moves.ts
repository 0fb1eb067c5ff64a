import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const contractsMoves: MoveRules = {
  // The company's contract was used, also if the person moves.
  tables: { contracts_uses: 'stays' },
}

import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const contractsMoves: MoveRules = {
  // The company's contract was used, whoever goes.
  tables: { contracts_uses: 'stays' },
}

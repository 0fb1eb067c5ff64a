import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const termsMoves: MoveRules = {
  // The other company asks for itself.
  tables: { terms_acceptances: 'stays' },
  neverChanged: ['terms_acceptances'],
}

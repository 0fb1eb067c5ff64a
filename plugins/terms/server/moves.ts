import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const termsMoves: MoveRules = {
  // The other company asks on its own.
  tables: { terms_acceptances: 'stays' },
  neverChanged: ['terms_acceptances'],
}

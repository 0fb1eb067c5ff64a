import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const groupsMoves: MoveRules = {
  tables: { groups_members: 'ends', groups_gifts: 'ends', groups_history: 'stays' },
  reconcile: async (trx, pair) => (await import('./services/member_service.js')).inByBoth(trx, pair),
  words: { groups_members: { ends: 'groups.move.ends', merged: 'groups.move.merged' } },
}

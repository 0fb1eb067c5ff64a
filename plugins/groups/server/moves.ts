import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const groupsMoves: MoveRules = {
  tables: { groups_members: 'ends', groups_gifts: 'ends', groups_history: 'stays' },
  reconcile: async (trx, pair) => (await import('./services/member_service.js')).inByBoth(trx, pair),
  words: { groups_members: { ends: 'groups.move.ends', merged: 'groups.move.merged' } },
}

import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const flowsMoves: MoveRules = {
  tables: { flows_people: 'ends', flows_steps: { with: 'person_id' }, flows_history: 'stays', flows_matches: 'ends' },
  words: { flows_people: { ends: 'flows.move.ends', merged: 'flows.move.merged' } },
  reconcile: async (trx, pair) => (await import('./services/merging.js')).joinRounds(trx, pair),
  settle: async (trx, membershipId) => (await import('./services/merging.js')).followOpenCourses(trx, membershipId),
}

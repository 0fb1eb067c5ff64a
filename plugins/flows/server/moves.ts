import type { MoveRules } from '#core/contract/moves'

/** What happens to this plugin's rows when a person moves to another company or has two accounts merged. */
export const flowsMoves: MoveRules = {
  tables: { flows_people: 'ends', flows_steps: { with: 'person_id' }, flows_history: 'stays', flows_matches: 'ends' },
  words: { flows_people: { ends: 'flows.move.ends', merged: 'flows.move.merged' } },
  reconcile: async (trx, pair) => (await import('./services/merging.js')).joinRounds(trx, pair),
  settle: async (trx, membershipId) => (await import('./services/merging.js')).followOpenCourses(trx, membershipId),
}

import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const skillsMoves: MoveRules = {
  tables: { skills_proofs: { with: 'source_id' }, skills_cells: 'ends', skills_mentors: 'ends' },
  words: { skills_cells: { ends: 'skills.move.ends' }, skills_mentors: { ends: 'skills.move.mentors' } },
  settle: async (trx, membership) => (await import('./services/recompute.js')).recomputeSkills(trx, { membership }),
}

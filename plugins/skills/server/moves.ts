import type { MoveRules } from '#core/contract/moves'

/** What happens to this plugin's rows when a person moves to another company or has two accounts merged. */
export const skillsMoves: MoveRules = {
  tables: { skills_proofs: { with: 'source_id' }, skills_cells: 'ends', skills_mentors: 'ends' },
  words: { skills_cells: { ends: 'skills.move.ends' }, skills_mentors: { ends: 'skills.move.mentors' } },
  settle: async (trx, membership) => (await import('./services/settle.js')).settle(trx, { membership }),
}

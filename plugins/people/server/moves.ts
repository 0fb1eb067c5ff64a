import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const peopleMoves: MoveRules = {
  tables: { people_courses: { with: 'participation_id' }, people_imports: 'stays', people_import_rows: 'stays' },
  words: {
    core_sessions: { ends: 'people.move.sessions' },
    core_mail_outbox: { stays: 'people.move.mails', merged: 'people.move.mails_merged' },
  },
  settle: async (trx, membership) => (await import('./services/progress.js')).settleProgress(membership, trx),
}

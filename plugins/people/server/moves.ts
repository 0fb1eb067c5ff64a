import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const peopleMoves: MoveRules = {
  tables: { people_courses: { with: 'participation_id' }, people_work: 'ends', people_imports: 'stays', people_import_rows: 'stays' },
  // Nobody is their own manager.
  reconcile: async (trx, { kept, gone }) => {
    const both = [kept, gone]
    await trx.from('people_work').whereIn('membership_id', both).whereIn('manager_id', both).update({ manager_id: null })
  },
  words: {
    people_work: { ends: 'people.move.work', merged: 'people.move.work_merged' },
    core_sessions: { ends: 'people.move.sessions' },
    core_mail_outbox: { stays: 'people.move.mails', merged: 'people.move.mails_merged' },
  },
  settle: async (trx, membership) => (await import('./services/progress.js')).recomputeProgress(membership, trx),
}

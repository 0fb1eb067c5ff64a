import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of learning when a person moves to another company or merges two accounts. */
export const learningMoves: MoveRules = {
  tables: {
    // A company's own courses stay with it, and nobody has two open participations in the same course.
    learning_participations: {
      goes: true,
      when: `exists (select 1 from learning_courses c where c.id = t.course_id and c.company_id is null)
        and not (t.status in ('registered', 'planned', 'busy') and exists (select 1 from learning_participations o
          where o.membership_id = {to} and o.course_id = t.course_id and o.status in ('registered', 'planned', 'busy')))`,
    },
    learning_activity_states: { with: 'participation_id' },
    learning_attempts: { with: 'participation_id' },
    learning_attempt_questions: { with: 'attempt_id' },
    learning_evaluation_answers: { with: 'participation_id' },
    learning_external_work: { with: 'participation_id' },
    learning_video_views: { with: 'participation_id' },
    learning_package_work: { with: 'participation_id' },
    learning_participation_history: { with: 'participation_id' },
    learning_due_mails: { with: 'participation_id' },
    learning_draft_parts: 'stays',
  },
  words: {
    learning_participations: { goes: 'learning.move.goes', stays: 'learning.move.stays', merged: 'learning.move.merged' },
  },
  reconcile: async (trx, pair) => (await import('./services/moves.js')).closeDuplicate(trx, pair),
  settle: async (trx, membershipId) => (await import('./services/moves.js')).markCurrent(trx, membershipId),
}

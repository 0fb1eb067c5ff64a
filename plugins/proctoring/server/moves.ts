import type { MoveRules } from '#core/contract/moves'

const WITH = { with: 'recording_id' } as const

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const proctoringMoves: MoveRules = {
  // The attempt stays with the person's membership in the company that they leave.
  tables: {
    proctoring_adjustments: { goes: true },
    proctoring_practices: 'stays',
    proctoring_recordings: 'stays',
    proctoring_pieces: WITH,
    proctoring_marks: WITH,
    proctoring_notes: WITH,
    proctoring_decisions: WITH,
    proctoring_views: WITH,
    proctoring_complaints: WITH,
  },
  words: { proctoring_recordings: { stays: 'proctoring.move.stays' } },
}

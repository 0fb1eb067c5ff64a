import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const examsMoves: MoveRules = {
  // The seat belongs to the company that took it, and its provider knows the person as one of theirs.
  tables: { exams_entries: 'stays', exams_entry_history: 'stays', exams_news: 'stays', exams_requests: 'stays' },
}

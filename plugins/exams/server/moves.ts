import type { MoveRules } from '#core/contract/moves'

/** What happens to this plugin's rows when a person moves to another company or has two accounts merged. */
export const examsMoves: MoveRules = {
  // The seat belongs to the company that took it, and its provider knows the person as one of theirs.
  tables: { exams_entries: 'stays', exams_entry_history: 'stays', exams_news: 'stays', exams_requests: 'stays' },
}

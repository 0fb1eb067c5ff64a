import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const examsMoves: MoveRules = {
  // The seat is the company's that took it, and its provider knows them as its own.
  tables: { exams_entries: 'stays', exams_entry_history: 'stays', exams_news: 'stays' },
}

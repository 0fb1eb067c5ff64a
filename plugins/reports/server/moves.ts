import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const reportsMoves: MoveRules = {
  // What happened in a company stays in its numbers; what somebody built of them, too.
  tables: { reports_actions: 'stays', reports_reports: 'stays', reports_runs: 'stays', reports_layouts: 'stays' },
}

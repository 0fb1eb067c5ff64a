import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const reportsMoves: MoveRules = {
  // Actions stay in the company's numbers, and a person's reports stay there too.
  tables: { reports_actions: 'stays', reports_reports: 'stays', reports_runs: 'stays', reports_layouts: 'stays' },
}

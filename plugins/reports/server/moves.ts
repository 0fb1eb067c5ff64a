import type { MoveRules } from '#core/contract/moves'

/** What happens to this plugin's rows when a person moves to another company or has two accounts merged. */
export const reportsMoves: MoveRules = {
  // Actions stay in the company's numbers, and a person's reports stay there too.
  tables: { reports_actions: 'stays', reports_reports: 'stays', reports_runs: 'stays', reports_layouts: 'stays' },
}

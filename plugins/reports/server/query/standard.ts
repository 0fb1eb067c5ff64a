import type { ReportDefinition } from '../../contract/definition.js'

/** The dashboard's numbers (specification, section 9). */
export const KPIS = ['new_participants', 'new_enrollments', 'passed_participants', 'enrollments'] as const
export type KpiName = (typeof KPIS)[number]

const base = { match: 'all', people: {}, company: null, group: null, chart: null } as const
/** Without cancelled enrolments. */
const actions = (kind: 'registered' | 'passed', days: number): ReportDefinition => ({
  ...base,
  source: 'reports.actions',
  columns: ['occurred_at', 'person', 'course', ...(kind === 'passed' ? ['grade'] : [])],
  filters: [
    { column: 'kind', op: 'any_of', values: [kind] },
    ...(kind === 'registered' ? [{ column: 'withdrawn', op: 'no' } as const] : []),
  ],
  period: { column: 'occurred_at', kind: 'last', days },
  sort: '-occurred_at',
})

/**
 * A number of the dashboard as a report, which its tile links to.
 * @param days of the period, including today
 */
export function standardReport(kpi: KpiName, days: number): ReportDefinition {
  if (kpi === 'new_participants')
    return {
      ...base,
      source: 'people.people',
      columns: ['name', 'email', 'joined_at', 'last_seen_at', 'courses'],
      filters: [{ column: 'role', op: 'any_of', values: ['leerling'] }],
      period: { column: 'joined_at', kind: 'last', days },
      sort: '-joined_at',
    }
  if (kpi === 'new_enrollments') return actions('registered', days)
  if (kpi === 'passed_participants') return actions('passed', days)
  // All until now, whatever the period is.
  return { ...actions('registered', days), period: null }
}

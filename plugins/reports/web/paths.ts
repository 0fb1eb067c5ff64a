import type { KpiName } from '../server/query/standard.js'

/** A saved report. */
export const reportPath = (id: number) => `/reports/bekijken?report=${id}`
/** The builder: a new report, a saved one, or a copy of a number's report. */
export const builderPath = (id?: number) => (id ? `/reports/aanmaken?report=${id}` : '/reports/aanmaken')
/** The report of a number on the dashboard. */
export const standardPath = (kpi: KpiName, period: number, people: Readonly<Record<string, string>>) =>
  `/reports/bekijken?${new URLSearchParams({ kpi, period: String(period), ...people }).toString()}`

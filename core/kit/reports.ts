// The report sources of plugins (core/contract/reports.ts).
export { reportSourcesOf } from '../reports/sources.js'

// What plugins let reports be made of (core/contract/reports.ts).
export { reportSourcesOf } from '../reports/sources.js'

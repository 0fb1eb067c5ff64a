import { defineSettings } from '#core/contract/settings'

/** According to research of November 2026, open moments close two days before. */
export const DEFAULT_CLOSE_HOURS = 48
const platform = { platform: true, everywhere: false, required: true, half: true } as const

/**
 * Closing times and terms of a company's exams. Only the platform's admins change them; a company's supervisors can see them. There is no
 * source for `company_least` and `list_days`, so their defaults are low.
 */
export const examsSettings = defineSettings('exams', [
  { key: 'close_hours', kind: 'number', min: 0, max: 720, default: DEFAULT_CLOSE_HOURS, group: 'times', ...platform },
  { key: 'candidate_days', kind: 'number', min: 1, max: 365, default: 30, group: 'times', ...platform },
  { key: 'company_least', kind: 'number', min: 1, max: 200, default: 1, group: 'company', ...platform },
  { key: 'list_days', kind: 'number', min: 0, max: 60, default: 5, group: 'company', ...platform },
])

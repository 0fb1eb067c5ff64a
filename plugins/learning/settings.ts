import { defineSettings } from '#core/contract/settings'

/** What a company can set of learning. */
export const learningSettings = defineSettings('learning', [
  // Its supervisors make courses of the company's own; the platform's stay as they are.
  { key: 'own_courses', kind: 'flag', group: 'courses', browser: true, platform: true },
])

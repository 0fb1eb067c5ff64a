import { defineSettings } from '#core/contract/settings'

/** Learning's company settings. */
export const learningSettings = defineSettings('learning', [
  // Supervisors create the company's own courses; the platform's courses stay read-only.
  { key: 'own_courses', kind: 'flag', group: 'courses', browser: true, platform: true },
  { key: 'mail_due', kind: 'flag', group: 'mails', default: true },
])

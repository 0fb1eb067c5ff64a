import { defineSettings } from '#core/contract/settings'

/** On what terms a company is billed: the platform's admins decide. */
export const invoicesSettings = defineSettings('invoices', [
  { key: 'due_days', kind: 'number', min: 0, max: 120, default: 30, required: true, group: 'terms', platform: true, half: true },
  // Specification, section 6: the invoice module may be denied.
  { key: 'open_to_supervisors', kind: 'flag', default: true, group: 'terms', platform: true },
])

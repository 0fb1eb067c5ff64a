import { defineSettings } from '#core/contract/settings'

/** The terms of billing a company, set by the platform's admins. */
export const invoicesSettings = defineSettings('invoices', [
  { key: 'due_days', kind: 'number', min: 0, max: 120, default: 30, required: true, group: 'terms', platform: true, half: true },
  // Specification, section 6: access to the invoice module can be denied.
  { key: 'open_to_supervisors', kind: 'flag', default: true, group: 'terms', platform: true },
])

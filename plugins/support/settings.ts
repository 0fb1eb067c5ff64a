import { defineSettings } from '#core/contract/settings'

/** Where a company's questions go, and whether its sign-in page offers to ask one. */
export const supportSettings = defineSettings('support', [
  // Empty: the platform's own support.
  { key: 'address', kind: 'line', max: 254, group: 'support', pattern: '^[^\\s@<>",;]+@[^\\s@<>",;]+$', rule: 'email' },
  {
    key: 'visitors',
    kind: 'choice',
    options: ['on', 'off'],
    default: 'on',
    required: true,
    group: 'support',
    // The sign-in page shows the link.
    browser: true,
  },
])

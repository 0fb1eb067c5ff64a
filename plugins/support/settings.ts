import { defineSettings } from '#core/contract/settings'

/** Settings of support: the address for questions, and whether the sign-in page offers to ask one. */
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

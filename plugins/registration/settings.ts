import { defineSettings } from '#core/contract/settings'

/** Whether people may come to a company by themselves. */
export const registrationSettings = defineSettings('registration', [
  // By the company's link alone, or by everybody who finds its page.
  {
    key: 'self_registration',
    kind: 'choice',
    options: ['closed', 'link', 'open'],
    default: 'closed',
    required: true,
    group: 'registration',
    // The login page says that one may.
    browser: true,
  },
  // The first administrator signs up for themselves; a second is told that there is one.
  { key: 'administrator_sign_up', kind: 'flag', group: 'registration' },
])

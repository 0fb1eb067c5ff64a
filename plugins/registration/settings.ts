import { defineSettings } from '#core/contract/settings'

/** Whether people may register with a company on their own. */
export const registrationSettings = defineSettings('registration', [
  // By the company's link only, or by anybody who finds its page.
  {
    key: 'self_registration',
    kind: 'choice',
    options: ['closed', 'link', 'open'],
    default: 'closed',
    required: true,
    group: 'registration',
    // The sign-in page offers registration.
    browser: true,
  },
  // The first administrator signs up on their own; a second one is told that there is one.
  { key: 'administrator_sign_up', kind: 'flag', group: 'registration' },
])

import { defineSettings } from '#core/contract/settings'

/** Whether the sign-in page shows the way in for people without an e-mail address. The code on a printed card leads there in any case. */
export const peopleSettings = defineSettings('people', [
  {
    key: 'number_sign_in',
    kind: 'choice',
    options: ['on', 'off'],
    default: 'on',
    required: true,
    group: 'people',
    browser: true,
  },
])

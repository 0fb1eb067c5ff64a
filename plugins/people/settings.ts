import { defineSettings } from '#core/contract/settings'

/** Whether the sign-in page links to the sign-in by personnel number. The QR code on a printed card opens it in any case. */
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

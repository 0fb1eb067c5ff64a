import { defineMail } from '#core/contract/plugin'
import { accountLinked } from './events.js'
import type { Linked } from './services/linking.js'

export const ltiMails = [
  /** To the owner of an account that is now linked to a person of another system. */
  defineMail<Linked>({
    trigger: 'lti.mail.linked',
    on: accountLinked,
    to: ({ membershipId }) => membershipId,
    aboutAccount: true,
    load: async (linked) => (await import('./services/linking.js')).linkedValues(linked),
    secrets: ['actionUrl'],
    sample: { system: 'Moodle', actionUrl: 'https://platform.example/lti/ontkoppelen?company=noordwind' },
  }),
]

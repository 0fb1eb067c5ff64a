import { defineSettings } from '#core/contract/settings'

/** An origin, or several with spaces: https, a name, perhaps a port. */
const ORIGINS = '(https://[A-Za-z0-9.-]+(:\\d{1,5})?)( https://[A-Za-z0-9.-]+(:\\d{1,5})?)*'

/** What a company lets people do in the catalogue, and where its public page may stand. */
export const catalogueSettings = defineSettings('catalogue', [
  {
    key: 'participants',
    kind: 'choice',
    options: ['ask', 'take_free'],
    default: 'ask',
    required: true,
    group: 'catalogue',
  },
  // Whose pages may show the public catalogue in a frame.
  { key: 'framed_by', kind: 'line', max: 1000, pattern: ORIGINS, rule: 'origins', group: 'public' },
  // Where /booking leads: never to an address from the request.
  { key: 'contact_url', kind: 'line', max: 500, pattern: 'https://[^\\s/@]+\\.[^\\s/@]+(/\\S*)?', rule: 'https', group: 'public' },
])

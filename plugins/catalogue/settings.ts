import { defineSettings } from '#core/contract/settings'

/** An origin, or several separated by spaces: https, a host name, optionally a port. */
const ORIGINS = '(https://[A-Za-z0-9.-]+(:\\d{1,5})?)( https://[A-Za-z0-9.-]+(:\\d{1,5})?)*'

/** Settings of the catalogue: permissions of people, and sites that may frame the public page. */
export const catalogueSettings = defineSettings('catalogue', [
  {
    key: 'participants',
    kind: 'choice',
    options: ['ask', 'take_free'],
    default: 'ask',
    required: true,
    group: 'catalogue',
  },
  // The sites that may show the public catalogue in a frame.
  { key: 'framed_by', kind: 'line', max: 1000, pattern: ORIGINS, rule: 'origins', group: 'public' },
  // The target of /booking: never an address from the request.
  { key: 'contact_url', kind: 'line', max: 500, pattern: 'https://[^\\s/@]+\\.[^\\s/@]+(/\\S*)?', rule: 'https', group: 'public' },
])

import { defineSettings } from '#core/contract/settings'

/** The mail about a booking that somebody did not finish: off, until an admin of the platform turns it on for a company. */
export const marketingSettings = defineSettings('marketing', [
  { key: 'abandoned', kind: 'flag', default: false, group: 'abandoned', platform: true },
  {
    key: 'abandoned_hours',
    kind: 'number',
    min: 1,
    max: 168,
    default: 24,
    required: true,
    group: 'abandoned',
    platform: true,
    when: 'abandoned',
  },
])

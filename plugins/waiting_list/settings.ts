import { defineSettings } from '#core/contract/settings'

/** How long an offer stays open. */
export const waitingListSettings = defineSettings('waiting_list', [
  { key: 'offer_hours', kind: 'number', min: 1, max: 168, default: 24, required: true, group: 'waiting_list' },
])

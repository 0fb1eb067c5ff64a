import { defineSettings } from '#core/contract/settings'

/** Settings of the waiting list: the time that an offer stays open. */
export const waitingListSettings = defineSettings('waiting_list', [
  { key: 'offer_hours', kind: 'number', min: 1, max: 168, default: 24, required: true, group: 'waiting_list' },
])

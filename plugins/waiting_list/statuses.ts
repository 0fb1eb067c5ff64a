import { defineStatuses } from '#core/contract/statuses'

/** The state of a person who waits for a seat. */
export const PLACE_STATUSES = ['unconfirmed', 'waiting', 'offered', 'accepted', 'declined', 'lapsed', 'left'] as const
export type PlaceStatus = (typeof PLACE_STATUSES)[number]

export const placeStatuses = defineStatuses('waiting_list.status.place', {
  unconfirmed: ['neutral', 'not_started'],
  waiting: ['info', 'waiting'],
  offered: ['warning', 'planned'],
  accepted: ['success', 'success'],
  declined: ['neutral', 'canceled'],
  lapsed: ['neutral', 'expired'],
  left: ['neutral', 'canceled'],
})

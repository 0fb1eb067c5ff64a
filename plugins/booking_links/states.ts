import { defineStatuses } from '#core/contract/statuses'

/** The states of a link. */
export const LINK_STATES = ['open', 'off', 'expired', 'used_up'] as const
export type LinkState = (typeof LINK_STATES)[number]

export const linkStates = defineStatuses('booking_links.state', {
  open: ['success', 'success'],
  off: ['neutral', 'pause'],
  expired: ['neutral', 'expired'],
  used_up: ['info', 'check'],
})

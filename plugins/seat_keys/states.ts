import { defineStatuses } from '#core/contract/statuses'

/** The states of a key. */
export type KeyState = 'open' | 'used' | 'withdrawn'

export const keyStates = defineStatuses('seat_keys.state', {
  open: ['info', 'not_started'],
  used: ['success', 'success'],
  withdrawn: ['neutral', 'pause'],
})

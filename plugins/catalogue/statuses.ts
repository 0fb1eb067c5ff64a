import { defineStatuses } from '#core/contract/statuses'

/** The state of a request. */
export const requestStatuses = defineStatuses('catalogue.status.request', {
  open: ['warning', 'waiting'],
  granted: ['success', 'success'],
  declined: ['error', 'canceled'],
})

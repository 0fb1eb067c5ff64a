import { defineStatuses } from '#core/contract/statuses'

/** How far a request is. */
export const requestStatuses = defineStatuses('catalogue.status.request', {
  open: ['warning', 'waiting'],
  granted: ['success', 'success'],
  declined: ['error', 'canceled'],
})

import { defineStatuses } from '#core/contract/statuses'

/** How the states of a payment look wherever they are shown. */
export const paymentStatuses = defineStatuses('payments.status', {
  open: ['info', 'busy'],
  paid: ['success', 'success'],
  failed: ['error', 'error'],
  lapsed: ['neutral', 'expired'],
  refunded: ['neutral', 'canceled'],
})

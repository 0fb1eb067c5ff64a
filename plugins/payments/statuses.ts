import { defineStatuses } from '#core/contract/statuses'

/** Icon and tone of a payment's states wherever they are shown. */
export const paymentStatuses = defineStatuses('payments.status', {
  open: ['info', 'busy'],
  paid: ['success', 'success'],
  failed: ['error', 'error'],
  lapsed: ['neutral', 'expired'],
  refunded: ['neutral', 'canceled'],
})

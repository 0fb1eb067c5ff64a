import type { PaymentsService } from '../../contract/index.js'
import { provider } from '../stripe/provider.js'
import { assertUnpaid, comparePayment } from './compare.js'
import { openPayment } from './open.js'
import { findPayment, stateOf } from './payments.js'
import { refundPayment } from './refunds.js'

/** The service for other plugins. */
export const service: PaymentsService = {
  isAvailable: async () => provider() !== null,
  open: openPayment,
  state: async (key) => {
    const row = await findPayment(key)
    return row && stateOf(row)
  },
  compare: comparePayment,
  assertUnpaid,
  refund: refundPayment,
}

import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import { paymentList } from '../lists/payments.js'
import { compareRow } from '../services/compare.js'
import { toPayment } from '../transformers/payment_transformer.js'

/** Payments by card. */
export default class PaymentsController {
  async index(ctx: HttpContext) {
    return listPage(paymentList, ctx, toPayment)
  }

  /** Asks the provider now. */
  async compare({ params, session }: HttpContext) {
    return { data: { state: await compareRow(session!, String(params.id)) } }
  }
}

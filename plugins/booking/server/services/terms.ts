import { settingsOf } from '#core/kit/settings'
import { serviceOf } from '#core/kit/services'
import { invoicesService } from '#plugins/invoices/contract/index'
import type { PaymentMethod } from '../../contract/index.js'
import { bookingSettings } from '../../contract/settings.js'
import type { Policy } from '../money/policy.js'

export interface Terms {
  policy: Policy
  costs: Record<PaymentMethod, number>
  examCents: number
  /** The seller is registered for vocational education today, so its teaching is exempt from VAT. */
  registered: boolean
  /** The platform can write invoices: its own details are known. */
  bills: boolean
}

// 0.35 means 35 cents; a third decimal is rounded.
const cents = (euros: number) => Math.round(euros * 100)

/** The terms for a booking made now by the running company; each booking keeps its own. */
export async function termsNow(): Promise<Terms> {
  const set = await settingsOf(bookingSettings)
  const seller = await (await serviceOf(invoicesService))?.seller()
  return {
    policy: {
      freeDays: set.free_days,
      // Thresholds in the wrong order would charge less for later cancellations.
      partDays: Math.min(set.part_days, set.free_days),
      partShare: Math.round(set.part_percent * 100),
    },
    costs: { card: cents(set.card_costs), invoice: cents(set.invoice_costs) },
    examCents: cents(set.exam_price),
    registered: seller?.isRegistered ?? false,
    bills: seller?.isReady ?? false,
  }
}

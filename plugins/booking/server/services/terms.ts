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
  /** The seller is registered for vocational education today: its teaching is exempt from VAT. */
  registered: boolean
  /** The platform can write invoices: its own details are known. */
  bills: boolean
}

// What people type as 0.35 is 35 cents; a third decimal is rounded away.
const cents = (euros: number) => Math.round(euros * 100)

/** Under which terms the running company books now; a booking keeps those it was made under. */
export async function termsNow(): Promise<Terms> {
  const set = await settingsOf(bookingSettings)
  const seller = await (await serviceOf(invoicesService))?.seller()
  return {
    policy: {
      freeDays: set.free_days,
      // A part that ends before it begins would charge less the later one cancels.
      partDays: Math.min(set.part_days, set.free_days),
      partShare: Math.round(set.part_percent * 100),
    },
    costs: { card: cents(set.card_costs), invoice: cents(set.invoice_costs) },
    examCents: cents(set.exam_price),
    registered: seller?.isRegistered ?? false,
    bills: seller?.isReady ?? false,
  }
}

import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
const PROVIDER = 'known to the provider of card payments of this platform'

export const paymentsCarried: CarriedRules = {
  stays: { payments_payments: PROVIDER, payments_refunds: PROVIDER, payments_words: PROVIDER },
}

import { STANDARD_RATES, type Vat } from '#core/contract/money'
import { isVatNumber } from './vat_number.js'

/** Where the seller is. */
const HOME = 'NL'
/** Who pays, as far as VAT asks. */
export interface TaxedBuyer {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly vatNumber: string | null
}

export interface Rates {
  readonly buyer: TaxedBuyer
  /** Its trainings are exempt (vocational education): the exam and the costs follow. */
  readonly exempt: boolean
  /** Where the exam takes place. */
  readonly venue: string
}

const rateOf = (country: string): Vat => ({ rate: STANDARD_RATES[country] ?? STANDARD_RATES[HOME]!, reason: 'venue', country })
const HOME_VAT: Vat = { rate: STANDARD_RATES[HOME]!, reason: 'standard', country: HOME }

/**
 * How an exam, or anything else that is sold, is taxed. Exempt before everything; an exam abroad by the tax of the country where it is taken; what goes
 * to a company elsewhere in the EU that gave its VAT number by reverse charge; all else by the seller's own (decision 0155).
 */
export function vatOf(part: 'exam' | 'other', { buyer, exempt, venue }: Rates): Vat {
  if (exempt) return { rate: 0, reason: 'exempt', country: HOME }
  if (part === 'exam') return venue === HOME ? HOME_VAT : rateOf(venue)
  const elsewhere = buyer.country !== HOME && buyer.country in STANDARD_RATES
  return elsewhere && isVatNumber(buyer.country, buyer.vatNumber) ? { rate: 0, reason: 'reverse_charge', country: buyer.country } : HOME_VAT
}

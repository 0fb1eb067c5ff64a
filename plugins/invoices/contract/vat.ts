import { STANDARD_RATES, type Vat } from '#core/contract/money'
import { isVatNumber } from './vat_number.js'

/**
 * The reason of a line's tax (`Vat.because`); texts: `invoices.vat.because.<because>`. `taught`: teaching with a teacher; `elearning`:
 * without one; `closing_exam`: an exam that closes exempt teaching; `loose_exam`: any other exam; `not_registered`: the seller is not in
 * the register.
 */
export type VatExplanation = 'taught' | 'elearning' | 'closing_exam' | 'loose_exam' | 'not_registered'

/** The country of the seller. */
const HOME = 'NL'
/** The buyer's data that VAT depends on. */
export interface TaxedBuyer {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly vatNumber: string | null
}

export interface Rates {
  readonly buyer: TaxedBuyer
  /** The seller is registered for vocational education (CRKBO) today: `InvoicesService.seller`. */
  readonly registered: boolean
  /** A teacher gives the course; without one it is e-learning. */
  readonly taught: boolean
  /** The exam closes that course: its definition says so, and both are booked together. */
  readonly closes: boolean
  /** The country where the exam takes place. */
  readonly venue: string
}

const rateOf = (country: string): Vat => ({ rate: STANDARD_RATES[country] ?? STANDARD_RATES[HOME]!, reason: 'venue', country })
const home = (because: VatExplanation): Vat => ({ rate: STANDARD_RATES[HOME]!, reason: 'standard', country: HOME, because })
const exempt = (because: VatExplanation): Vat => ({ rate: 0, reason: 'exempt', country: HOME, because })

/**
 * Returns the VAT of a sale (decisions 0155 and 0266). Pure. An exam is taxed where it is taken. Everything else sold to a company in
 * another EU country with a VAT number is reverse charged. Teaching by a registered seller is exempt, and so is the exam that closes it;
 * e-learning, a loose exam and costs never are.
 */
export function vatOf(part: 'course' | 'exam' | 'costs', rates: Rates): Vat {
  const { buyer, registered, taught, closes, venue } = rates
  if (part === 'exam') {
    if (venue !== HOME) return rateOf(venue)
    if (!taught || !closes) return home('loose_exam')
    return registered ? exempt('closing_exam') : home('not_registered')
  }
  const elsewhere = buyer.country !== HOME && buyer.country in STANDARD_RATES
  if (elsewhere && isVatNumber(buyer.country, buyer.vatNumber)) return { rate: 0, reason: 'reverse_charge', country: buyer.country }
  if (part === 'costs') return { rate: STANDARD_RATES[HOME]!, reason: 'standard', country: HOME }
  if (!taught) return home('elearning')
  return registered ? exempt('taught') : home('not_registered')
}

/** Whether two lines have the same tax, whatever the reasons. Pure. */
export const isSameVat = (a: Vat, b: Vat): boolean => a.rate === b.rate && a.reason === b.reason && a.country === b.country

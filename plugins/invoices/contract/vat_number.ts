import { checkVAT, countries } from 'jsvat'
import { STANDARD_RATES } from '#core/contract/money'

/** The prefix of a number is the country code, except for Greece. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** The countries whose number format and check digit are known: the EU. */
export const hasVatNumbers = (country: string): boolean => country in STANDARD_RATES

/** Whether a VAT number begins with its country, which an electronic invoice needs (EN 16931, BR-CO-09). Pure. */
export const hasCountryPrefix = (country: string, number: string): boolean => number.startsWith(prefixOf(country))

/**
 * Whether a VAT number is valid for an EU country by its format and check digit; only VIES knows whether it was issued (decision 0155).
 * Pure.
 */
export function isVatNumber(country: string, number: string | null): boolean {
  if (!number || !hasVatNumbers(country) || !hasCountryPrefix(country, number)) return false
  return checkVAT(number, countries).isValid
}

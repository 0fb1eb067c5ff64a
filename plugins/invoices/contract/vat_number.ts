import { checkVAT, countries } from 'jsvat'
import { STANDARD_RATES } from '#core/contract/money'

/** In front of a number stands the country, but for Greece's. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** Where numbers are known by form and check digit: the EU. */
export const hasVatNumbers = (country: string): boolean => country in STANDARD_RATES

/**
 * Whether a VAT number can be one of an EU country, by its form and its check digit; whether it was given out only VIES knows (decision
 * 0155). Pure.
 */
export function isVatNumber(country: string, number: string | null): boolean {
  if (!number || !hasVatNumbers(country) || !number.startsWith(prefixOf(country))) return false
  return checkVAT(number, countries).isValid
}

import { translate } from '#core/kit/words'
import type { Vat } from '#core/contract/money'

/** Why a line is taxed as it is, in words of the invoice's language. */
export function vatReason({ reason, rate, country }: Vat, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
  return translate(language, `invoices.vat.${reason}`, { rate: String(rate / 100), country: name })
}

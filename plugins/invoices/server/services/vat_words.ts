import { translate } from '#core/kit/words'
import type { Vat } from '#core/contract/money'

/** Why a group of lines is taxed as it is, in the invoice's language. */
export function vatReason({ reason, rate, country }: Vat, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
  return translate(language, `invoices.vat.${reason}`, { rate: String(rate / 100), country: name })
}

/** Why one line is taxed as it is: by its own reason when known, else by its group's. */
export function lineVatReason(vat: Vat, language: string): string {
  return vat.because
    ? translate(language, `invoices.vat.because.${vat.because}`, { rate: String(vat.rate / 100) })
    : vatReason(vat, language)
}

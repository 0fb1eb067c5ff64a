import { translate } from '#core/kit/words'
import type { Vat } from '#core/contract/money'

/** Returns the VAT reason of a group of lines, in the language of the invoice. */
export function vatReason({ reason, rate, country }: Vat, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
  return translate(language, `invoices.vat.${reason}`, { rate: String(rate / 100), country: name })
}

/** Returns the VAT reason of one line, or of its group if the line has none. */
export function lineVatReason(vat: Vat, language: string): string {
  return vat.because
    ? translate(language, `invoices.vat.because.${vat.because}`, { rate: String(vat.rate / 100) })
    : vatReason(vat, language)
}

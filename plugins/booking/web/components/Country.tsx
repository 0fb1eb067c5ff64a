import { STANDARD_RATES } from '#core/contract/money'
import { useT } from '#web/i18n'
import { SelectInput } from '#web/ui'

const OTHERS = ['GB', 'NO', 'CH', 'US']

/** The buyer's country, which determines the VAT: EU countries and some others, by name. */
export function Country() {
  const t = useT()
  const names = new Intl.DisplayNames([document.documentElement.lang || 'nl'], { type: 'region' })
  const options = [...Object.keys(STANDARD_RATES), ...OTHERS]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return <SelectInput name="buyer.country" label={t('booking.billing.country')} options={options} required />
}

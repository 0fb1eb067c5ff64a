import { useFormat, useT } from '#web/i18n'
import type { LinkPrice } from '../contract/price.js'

/** Returns a text for the price rule of a link; null if it does not change the price. */
export function usePriceWords(): (price: LinkPrice) => string | null {
  const t = useT()
  const format = useFormat()
  return ({ kind, value }) => {
    if (kind === 'list') return null
    return t(`booking_links.price.${kind}`, { value: kind === 'percent' ? format.percent(value) : format.money(value) })
  }
}

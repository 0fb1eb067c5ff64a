import { useFormat, useT } from '#web/i18n'
import type { LinkPrice } from '../contract/price.js'

/** How a link changes the price, in words; null if it does not. */
export function usePriceWords(): (price: LinkPrice) => string | null {
  const t = useT()
  const format = useFormat()
  return ({ kind, value }) => {
    if (kind === 'list') return null
    return t(`booking_links.price.${kind}`, { value: kind === 'percent' ? format.percent(value) : format.money(value) })
  }
}

import type { PriceKind } from '../contract/price.js'
import type { LinkDetail } from '../server/transformers/link_transformer.js'

/** A link as the values of its form. */
export interface LinkValues {
  company: string
  campaign: string
  courses: string[]
  /** Empty: the person chooses. */
  type: string
  price_kind: PriceKind
  /** Percent or euros, as people type them. */
  price: string
  city: string
  language: string
  month: string
  expires_on: string | null
  max_uses: string
  registration: boolean
  is_on: boolean
}

const euros = (cents: number) => String(cents / 100).replace('.', ',')
const NUMBER = /^\d{1,7}([.,]\d{1,2})?$/

/** @param link null: a new one */
export function valuesOf(link: LinkDetail | null): LinkValues {
  const price =
    !link || link.price_kind === 'list' ? '' : link.price_kind === 'percent' ? String(link.price_value) : euros(link.price_value)
  return {
    company: link ? String(link.company_id) : '',
    campaign: link?.campaign ?? '',
    courses: (link?.courses ?? []).map(String),
    type: link?.type ?? '',
    price_kind: link?.price_kind ?? 'list',
    price,
    city: link?.city ?? '',
    language: link?.language ?? '',
    month: link?.month ?? '',
    expires_on: link?.expires_on ?? null,
    max_uses: link?.max_uses ? String(link.max_uses) : '',
    registration: link?.registration ?? true,
    is_on: link?.is_on ?? true,
  }
}

/** The fields without a valid number; the server checks them again. */
export const isPrice = ({ price_kind: kind, price }: LinkValues): boolean =>
  kind === 'list' || (kind === 'percent' ? /^([1-9]\d?|100)$/.test(price.trim()) : NUMBER.test(price.trim()))
export const isUses = ({ max_uses: uses }: LinkValues): boolean => uses.trim() === '' || /^[1-9]\d{0,4}$/.test(uses.trim())

/** Converts the form's values to the request body. */
export function bodyOf({ company: _company, price, courses, type, max_uses: uses, ...rest }: LinkValues) {
  const amount = rest.price_kind === 'list' ? 0 : Number(price.trim().replace(',', '.')) * (rest.price_kind === 'percent' ? 1 : 100)
  return {
    ...rest,
    courses: courses.map(Number),
    type: (type || null) as LinkDetail['type'],
    price_value: Math.round(amount),
    max_uses: uses.trim() ? Number(uses) : null,
  }
}

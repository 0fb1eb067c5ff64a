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
  /** The exam moment at which seats are reserved; empty without reserved seats. */
  moment_id: string
  reserved_seats: string
  min_people: string
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
    moment_id: link?.moment_id ? String(link.moment_id) : '',
    reserved_seats: link?.reserved_seats ? String(link.reserved_seats) : '',
    min_people: link && link.min_people > 1 ? String(link.min_people) : '',
    registration: link?.registration ?? true,
    is_on: link?.is_on ?? true,
  }
}

/** The fields without a valid number; the server checks them again. */
export const isPrice = ({ price_kind: kind, price }: LinkValues): boolean =>
  kind === 'list' || (kind === 'percent' ? /^([1-9]\d?|100)$/.test(price.trim()) : NUMBER.test(price.trim()))
export const isUses = ({ max_uses: uses }: LinkValues): boolean => uses.trim() === '' || /^[1-9]\d{0,4}$/.test(uses.trim())

/** Seats are asked for only with a moment. */
export const isReserved = ({ moment_id: moment, reserved_seats: seats }: LinkValues): boolean =>
  !moment || /^([1-9]\d{0,2}|1000)$/.test(seats.trim())
export const isMinPeople = ({ min_people: people }: LinkValues): boolean => /^([1-9]\d?|1\d\d|200)?$/.test(people.trim())

/** Converts the form's values to the request body. */
export function bodyOf({ company: _company, price, courses, type, max_uses: uses, moment_id: moment, ...rest }: LinkValues) {
  const hasMoment = moment !== '' && type !== 'elearning'
  const amount = rest.price_kind === 'list' ? 0 : Number(price.trim().replace(',', '.')) * (rest.price_kind === 'percent' ? 1 : 100)
  return {
    ...rest,
    courses: courses.map(Number),
    type: (type || null) as LinkDetail['type'],
    price_value: Math.round(amount),
    max_uses: uses.trim() ? Number(uses) : null,
    moment_id: hasMoment ? Number(moment) : null,
    reserved_seats: hasMoment ? Number(rest.reserved_seats) : 0,
    min_people: Number(rest.min_people.trim()) || 1,
  }
}

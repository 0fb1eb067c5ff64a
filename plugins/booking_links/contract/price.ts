import type { BookingType } from '#plugins/booking/contract/index'

export const PRICE_KINDS = ['list', 'percent', 'amount', 'agreed'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

/** The price rule of a link. `value`: percent off, cents off for each person, or cents for each person; without VAT. 0 for `list`. */
export interface LinkPrice {
  readonly kind: PriceKind
  readonly value: number
}

/** For one person, in cents without VAT. */
export interface Prices {
  readonly courseCents: number
  readonly examCents: number
}

/**
 * The prices of a booking through a link, instead of the list prices. Never below zero. An amount is taken off the course first. An agreed
 * price is divided over course and exam in proportion to their list prices, as each has its own VAT rate. Pure.
 */
export function linkedPrices({ kind, value }: LinkPrice, type: BookingType, listed: Prices): Prices {
  const hasCourse = type !== 'exam'
  const hasExam = type !== 'elearning'
  switch (kind) {
    case 'list':
      return listed
    case 'percent': {
      const left = (cents: number) => Math.round((cents * (100 - value)) / 100)
      return { courseCents: left(listed.courseCents), examCents: left(listed.examCents) }
    }
    case 'amount': {
      const ofCourse = hasCourse ? Math.min(value, listed.courseCents) : 0
      const ofExam = hasExam ? Math.min(value - ofCourse, listed.examCents) : 0
      return { courseCents: listed.courseCents - ofCourse, examCents: listed.examCents - ofExam }
    }
    case 'agreed': {
      if (!hasExam) return { ...listed, courseCents: value }
      if (!hasCourse) return { ...listed, examCents: value }
      const sum = listed.courseCents + listed.examCents
      const examCents = sum ? Math.round((value * listed.examCents) / sum) : 0
      return { courseCents: value - examCents, examCents }
    }
  }
}

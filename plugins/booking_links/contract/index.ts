import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import type { BookingType } from '#plugins/booking/contract/index'
import type { LinkPrice } from './price.js'

export { linkedPrices, type LinkPrice, PRICE_KINDS, type PriceKind } from './price.js'

/** Reasons to refuse a link; texts: `booking_links.errors.<code>`. */
export const LINK_REFUSALS = ['link_unknown', 'link_off', 'link_expired', 'link_used_up', 'link_min_people'] as const
export type LinkRefusal = (typeof LINK_REFUSALS)[number]

/** The terms that a link sets for a booking. */
export interface LinkTerms {
  courses: readonly number[]
  /** Null: the person chooses. */
  type: BookingType | null
  price: LinkPrice
  /** The fewest people in one booking. */
  minPeople: number
  /** Seats of an exam moment that only bookings through the link can take. */
  reserved: { momentId: number; seatsLeft: number } | null
}

/** Booking links, for code that creates bookings. Runs in the scope of the company that books: another company's link is unknown there. */
export interface BookingLinksService {
  /** The current terms of a link, by its token; or the reason why it is refused. */
  terms(token: string): Promise<LinkTerms | { refused: LinkRefusal }>
  /**
   * Takes one use of a link for a booking, in the booking's transaction, before its seats: the seats that the link reserves are released for
   * it. Locks the link until that transaction ends.
   * @param booking.momentId the exam moment that is booked; null: none
   * @throws AppError 409 with a LinkRefusal
   */
  consume(
    trx: TransactionClientContract,
    token: string,
    booking: { id: number; key: string; people: number; momentId: number | null },
  ): Promise<void>
  /** Releases the use of a booking that was not paid, and reserves its seats again where they are free. Does nothing if it took none. */
  release(trx: TransactionClientContract, bookingId: number): Promise<void>
  /**
   * Takes a released use again, as the booking is paid after all. Its price was agreed, so only the number of uses is checked.
   * @throws AppError 409 link_used_up
   */
  consumeAgain(trx: TransactionClientContract, bookingId: number): Promise<void>
}
export const bookingLinksService = defineService<BookingLinksService>('booking_links.service')

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import type { BookingType } from '#plugins/booking/contract/index'
import type { LinkPrice } from './price.js'

export { linkedPrices, type LinkPrice, PRICE_KINDS, type PriceKind } from './price.js'

/** Why a link does not count (any more); words: `booking_links.errors.<code>`. */
export const LINK_REFUSALS = ['link_unknown', 'link_off', 'link_expired', 'link_used_up'] as const
export type LinkRefusal = (typeof LINK_REFUSALS)[number]

/** What a link says of a booking. */
export interface LinkTerms {
  courses: readonly number[]
  /** Null: the person chooses. */
  type: BookingType | null
  price: LinkPrice
}

/** Booking links, for who makes bookings. Runs in the scope of the company that books: another company's link is unknown there. */
export interface BookingLinksService {
  /** What a link says now, by its token; or why it does not count. */
  terms(token: string): Promise<LinkTerms | { refused: LinkRefusal }>
  /**
   * Takes one use of a link for a booking, in the booking's transaction. Holds the link until that ends.
   * @throws AppError 409 with a LinkRefusal
   */
  take(trx: TransactionClientContract, token: string, booking: { id: number; key: string; people: number }): Promise<void>
  /** Gives the use of a booking back, as nobody paid for it. Does nothing where the booking took none. */
  giveBack(trx: TransactionClientContract, bookingId: number): Promise<void>
  /**
   * Takes a use again that was given back, as the booking is paid after all. Its price was agreed: only the number of uses is asked for.
   * @throws AppError 409 link_used_up
   */
  takeAgain(trx: TransactionClientContract, bookingId: number): Promise<void>
}
export const bookingLinksService = defineService<BookingLinksService>('booking_links.service')

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** Who booked seats at exams. The plugin `booking` provides it; `exams` knows only the keys of seats. */
export interface SeatBookers {
  /** The members of the company who booked the seats of these keys; keys without one are left out. */
  of(keys: readonly string[], trx: TransactionClientContract): Promise<Map<string, number>>
}

export const seatBookers = defineService<SeatBookers>('booking.seat_bookers')

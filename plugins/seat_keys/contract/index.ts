import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

/** Seats that somebody bought without naming people. */
export interface BoughtSeats {
  bookingId: number
  courseId: number
  /** Language → text. */
  courseName: Record<string, string>
  seats: number
}

/** Runs in the scope of the company that bought. */
export interface SeatKeysService {
  /** Makes a key for each seat, in the transaction that makes the booking final. Idempotent. */
  issue(trx: TransactionClientContract, bought: BoughtSeats): Promise<void>
}
export const seatKeysService = defineService<SeatKeysService>('seat_keys.service')

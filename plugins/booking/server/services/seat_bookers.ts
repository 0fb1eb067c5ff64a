import { currentCompanyId } from '#core/kit/scope'
import type { SeatBookers } from '#plugins/exams/contract/seat_bookers'
import { keyOf } from './store.js'

/** Tells `exams` who booked its seats. */
export const service: SeatBookers = {
  async of(keys, trx) {
    const rows: { number: string; booked_by: number }[] = await trx
      .from('booking_bookings')
      .where('company_id', currentCompanyId())
      .whereIn(
        'number',
        keys.map((key) => key.replace(/^booking:/, '')),
      )
      .whereNotNull('booked_by')
      .select('number', 'booked_by')
    return new Map(rows.map((row) => [keyOf(row), Number(row.booked_by)]))
  },
}

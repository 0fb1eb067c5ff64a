import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { serviceOf } from '#core/kit/services'
import { bookingService, type BookingStanding } from '#plugins/booking/contract/index'
import { type entryChanged, examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { reserveAgain } from './uses.js'

const BOOKINGS = 'booking_links_bookings'

/** People of a booking who passed what they were booked for: the exam if there is one, else the course. */
async function passedOf({ type, keys, participationIds }: BookingStanding): Promise<number> {
  if (type === 'elearning') {
    const outcomes = (await (await serviceOf(learningService))?.outcomes(participationIds)) ?? []
    return outcomes.filter(({ status }) => status === 'passed').length
  }
  const entries = (await (await serviceOf(examsService))?.entries(keys)) ?? []
  return entries.filter(({ status }) => status === 'passed').length
}

/** Recomputes the results of a booking that was made through a link. Idempotent and independent of the order of events. */
export async function recount({ bookingId }: { bookingId: number }): Promise<void> {
  const known: { link_id: number; held: boolean } | null = await db.from(BOOKINGS).where('booking_id', bookingId).first()
  if (!known) return
  const [booking] = (await (await serviceOf(bookingService))?.standing({ ids: [bookingId] })) ?? []
  if (!booking) return
  const { status } = booking
  await db
    .from(BOOKINGS)
    .where('booking_id', bookingId)
    .update({
      stands: ['paid', 'invoice', 'needs_processing'].includes(status),
      paid: status === 'paid',
      passed: await passedOf(booking),
      // A cancelled booking releases its use. Booking itself decides whether an unpaid one holds it.
      ...(status === 'canceled' && { held: false }),
    })
  // Its seats are free again, and reserved for the link's next bookings.
  if (status === 'canceled' && known.held) await db.transaction((trx) => reserveAgain(trx, known.link_id))
}

/** A person passed a course. */
export async function coursePassedOf({ participationId }: { participationId: number }): Promise<void> {
  const bookingId = await (await serviceOf(bookingService))?.ofParticipation(participationId)
  if (bookingId) await recount({ bookingId })
}

/** The result of a person's exam changed. A person who left a booking for one of their own has its key with a numeric suffix. */
export async function entryChangedOf({ key }: PayloadOf<typeof entryChanged>): Promise<void> {
  const row: { booking_id: number } | null = await db
    .from(BOOKINGS)
    .whereIn('key', [key, key.replace(/-\d+$/, '')])
    .first()
  if (row) await recount({ bookingId: row.booking_id })
}

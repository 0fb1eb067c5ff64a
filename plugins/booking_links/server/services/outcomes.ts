import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { serviceOf } from '#core/kit/services'
import { bookingService, type BookingStanding } from '#plugins/booking/contract/index'
import { type entryChanged, examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'

const BOOKINGS = 'booking_links_bookings'

/** People of a booking who passed what they were booked for: the exam where there is one, else the course. */
async function passedOf({ type, keys, participationIds }: BookingStanding): Promise<number> {
  if (type === 'elearning') {
    const outcomes = (await (await serviceOf(learningService))?.outcomes(participationIds)) ?? []
    return outcomes.filter(({ status }) => status === 'passed').length
  }
  const entries = (await (await serviceOf(examsService))?.entries(keys)) ?? []
  return entries.filter(({ status }) => status === 'passed').length
}

/** Reads anew what became of a booking that was made through a link. Doing it twice, or in another order, changes nothing. */
export async function recount({ bookingId }: { bookingId: number }): Promise<void> {
  if (!(await db.from(BOOKINGS).where('booking_id', bookingId).first())) return
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
      // What is cancelled gives its use back; whether an unpaid one holds it, booking says itself.
      ...(status === 'canceled' && { held: false }),
    })
}

/** Somebody passed a course. */
export async function coursePassedOf({ participationId }: { participationId: number }): Promise<void> {
  const bookingId = await (await serviceOf(bookingService))?.ofParticipation(participationId)
  if (bookingId) await recount({ bookingId })
}

/** Somebody's exam has another result. A person who left a booking for one of their own has its key with a number behind it. */
export async function entryChangedOf({ key }: PayloadOf<typeof entryChanged>): Promise<void> {
  const row: { booking_id: number } | null = await db
    .from(BOOKINGS)
    .whereIn('key', [key, key.replace(/-\d+$/, '')])
    .first()
  if (row) await recount({ bookingId: row.booking_id })
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emit, emitAll } from '#core/kit/events'
import { bookingMoved, type CancelledPart, courseCancelled, examCancelled, examMoved, partCancelled } from '../../contract/index.js'
import { type BookingRow, factsOf, keyOf, membersOf, peopleOf } from './store.js'

// Tells people about a change to a booking: the participants about their exam, the person who booked about the booking. The mails
// listen to these events.

/**
 * The exam is at another moment now.
 * @param newSeats the people got new seats and are told as for a newly booked exam
 */
export async function mailMoved(
  trx: TransactionClientContract,
  booking: BookingRow,
  momentId: number,
  { newSeats = false }: { newSeats?: boolean } = {},
): Promise<void> {
  const members = membersOf(await peopleOf(booking.id, trx))
  const key = keyOf(booking)
  if (!newSeats)
    await emitAll(
      trx,
      examMoved,
      members.map((membershipId) => ({ key, membershipId, momentId })),
    )
  await emit(trx, bookingMoved, { ...factsOf(booking, members), momentId })
}

/**
 * Part of the booking was cancelled.
 * @param booking as it was before, with its moment
 * @param cancellationCents the cancellation costs without VAT
 */
export async function mailCancelled(
  trx: TransactionClientContract,
  booking: BookingRow,
  part: CancelledPart,
  cancellationCents = 0,
): Promise<void> {
  const members = membersOf(await peopleOf(booking.id, trx))
  const { moment_id: momentId } = booking
  if (part !== 'course' && momentId && booking.type !== 'elearning') {
    const reason = part === 'withdrawn' ? ('withdrawn' as const) : ('released' as const)
    await emitAll(
      trx,
      examCancelled,
      members.map((membershipId) => ({ key: keyOf(booking), membershipId, momentId, reason })),
    )
  }
  // The person who booked is told about the booking.
  if (part === 'course')
    await emitAll(
      trx,
      courseCancelled,
      members.filter((id) => id !== booking.booked_by).map((membershipId) => ({ bookingId: booking.id, membershipId })),
    )
  await emit(trx, partCancelled, { ...factsOf(booking, members), part, cancellationCents })
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { serviceOf } from '#core/kit/services'
import { type LearningService, learningService } from '#plugins/learning/contract/index'
import { type BookingRow, findBooking, peopleOf } from './store.js'

/** A person invited this many minutes before the booking was not invited by it. */
const INVITED_BEFORE = 10

/** The job `booking.release`: gives the course to everybody of a valid booking and tells them. Idempotent. */
export async function releaseCourses({ booking: id }: { booking: number }): Promise<void> {
  const booking = await findBooking(id)
  if (booking.type === 'exam' || !['invoice', 'paid'].includes(booking.status)) return
  const learning = await serviceOf(learningService)
  if (!learning) return
  for (const person of await peopleOf(id)) {
    if (!person.membership_id || person.participation_id) continue
    const participation = await learning.register(person.membership_id, booking.course_id, 'booking')
    await note(learning, booking, { person: person.id, membership: person.membership_id, participation })
  }
}

/** Stores what a person was given and sends the message about it, in one transaction, so that it is sent once. */
async function note(
  learning: LearningService,
  booking: BookingRow,
  { person, membership, participation }: { person: number; membership: number; participation: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const noted = await trx
      .from('booking_people')
      .where('id', person)
      .whereNull('participation_id')
      .update({ participation_id: participation })
    if (!Number(noted) || !(await hears(trx, booking, membership))) return
    await learning.notifyAssigned(trx, membership, [{ participationId: participation, outcome: 'assigned' }])
  })
}

/**
 * Whether a person gets a mail about the course. People who booked for themselves get the confirmation instead. If a
 * booking on invoice invites a new person, the invitation names the course. A card payment comes after the invitation, so
 * then everybody gets the mail.
 */
async function hears(trx: TransactionClientContract, booking: BookingRow, membership: number): Promise<boolean> {
  if (booking.booked_by === membership) return false
  if (booking.status === 'paid') return true
  const earlier = new Date(booking.created_at.getTime() - INVITED_BEFORE * 60_000)
  const found = await trx
    .from('kit_members')
    .where('id', membership)
    .where((any) => void any.where('state', 'active').orWhere('joined_at', '<', earlier))
    .select('id')
    .first()
  return found !== null
}

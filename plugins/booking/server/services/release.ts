import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { findBooking, peopleOf } from './store.js'

/** The job `booking.release`: everybody of a booking that stands gets the course. Doing it twice changes nothing. */
export async function releaseCourses({ booking: id }: { booking: number }): Promise<void> {
  const booking = await findBooking(id)
  if (booking.type === 'exam' || !['invoice', 'paid'].includes(booking.status)) return
  const learning = await serviceOf(learningService)
  if (!learning) return
  for (const person of await peopleOf(id)) {
    if (!person.membership_id || person.participation_id) continue
    const participation = await learning.register(person.membership_id, booking.course_id, 'booking')
    await db.from('booking_people').where('id', person.id).whereNull('participation_id').update({ participation_id: participation })
  }
}

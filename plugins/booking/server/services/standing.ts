import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import { sendJob } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import type { BookingService, BookingStanding } from '../../contract/index.js'
import { beginByLink } from './draft.js'
import { releaseCourses } from './release.js'
import { findBooking, keyOf, peopleOf } from './store.js'

const MAX_BOOKINGS = 100

const standing: BookingService['standing'] = async (which) => {
  const query = db.from('booking_bookings').whereNull('part_of').orderBy('id').limit(MAX_BOOKINGS)
  if ('ids' in which) query.whereIn('id', [...which.ids])
  else query.where('course_id', which.courseId)
  const rows = await query.select('id', 'number', 'status', 'type', 'course_id', 'people')
  const ids = rows.map(({ id }) => id as number)
  const parts: { id: number; number: string; part_of: number }[] = await db
    .from('booking_bookings')
    .whereIn('part_of', ids)
    .select('id', 'number', 'part_of')
  const people: { booking_id: number; participation_id: number }[] = await db
    .from('booking_people')
    .whereIn('booking_id', [...ids, ...parts.map(({ id }) => id)])
    .whereNotNull('participation_id')
    .select('booking_id', 'participation_id')
  return rows.map((row): BookingStanding => {
    const own = parts.filter(({ part_of: of }) => of === row.id)
    const all = [row.id, ...own.map(({ id }) => id)]
    return {
      ...{ id: row.id, status: row.status, type: row.type, courseId: row.course_id, people: row.people + own.length },
      keys: [keyOf(row), ...own.map(keyOf)],
      participationIds: people.flatMap(({ booking_id: of, participation_id: id }) => (all.includes(of) ? [id] : [])),
    }
  })
}

const ofParticipation: BookingService['ofParticipation'] = async (participationId) => {
  const row = await db
    .from('booking_people as p')
    .join('booking_bookings as b', (on) => on.on('b.company_id', 'p.company_id').andOn('b.id', 'p.booking_id'))
    .where('p.participation_id', participationId)
    .select(db.raw('coalesce(b.part_of, b.id) as id'))
    .first()
  return row ? Number(row.id) : null
}

const takeSeat: BookingService['takeSeat'] = async (trx, bookingId, membershipId) => {
  const booking = await findBooking(bookingId, trx)
  if (!booking.by_keys || !['paid', 'invoice'].includes(booking.status)) throw conflict('booking_not_open')
  const people = await peopleOf(bookingId, trx)
  if (people.some(({ membership_id: id }) => id === membershipId)) throw conflict('has_seat')
  if (people.length >= booking.people) throw conflict('no_seats_left')
  await trx.table('booking_people').insert({ company_id: currentCompanyId(), booking_id: bookingId, membership_id: membershipId })
  await sendJob(trx, 'booking.release', { booking: bookingId })
}

const release: BookingService['release'] = (booking) => releaseCourses({ booking })

/** The service of this plugin for other plugins. */
export const service: BookingService = { begin: beginByLink, standing, ofParticipation, takeSeat, release }

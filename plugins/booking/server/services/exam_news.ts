import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { serviceOf } from '#core/kit/services'
import { type entriesReleased, examsService, type momentMoved } from '#plugins/exams/contract/index'
import { factsOfMoment } from './exam_facts.js'
import { giveLeastBack } from './least_returned.js'
import { type BookingRow, change, findBooking } from './store.js'
import { mailCancelled, mailMoved } from './exam_mails.js'

const UNPAID = ['created', 'open']
const STANDING = ['paid', 'invoice']

async function bookingOf(key: string): Promise<BookingRow | null> {
  const [kind, number] = key.split(':')
  const row = kind === 'booking' && number ? await db.from('booking_bookings').where('number', number).select('id').first() : null
  return row ? findBooking(row.id) : null
}

/**
 * The seats of a booking were withdrawn or refused: somebody has to look at it. An unpaid booking simply ends; if money still comes, that
 * needs attention (card.ts). Idempotent.
 */
export async function seatsLost({ key, reason }: PayloadOf<typeof entriesReleased>): Promise<void> {
  const known = await bookingOf(key)
  // An expired hold belongs to a missing payment, which has a state of its own.
  if (known?.moment_id && reason === 'lapsed') await giveLeastBack({ moment: known.moment_id })
  if (!known || reason === 'lapsed') return
  await db.transaction(async (trx) => {
    const booking = await findBooking(known.id, trx)
    if (UNPAID.includes(booking.status)) await change(trx, booking, 'seats_lost', { status: 'expired' }, { by: null, reason })
    else if (STANDING.includes(booking.status)) {
      await change(trx, booking, 'seats_lost', { status: 'needs_processing' }, { by: null, reason })
      // A refusal is reported by exams' own event.
      if (reason === 'withdrawn') await mailCancelled(trx, booking, 'withdrawn')
    }
  })
}

/** The moment itself changed its time or place. */
export async function momentChanged({ key, momentId }: PayloadOf<typeof momentMoved>): Promise<void> {
  const known = await bookingOf(key)
  const moment = await (await serviceOf(examsService))?.moment(momentId)
  if (!known || !moment) return
  await db.transaction(async (trx) => {
    const booking = await findBooking(known.id, trx)
    const exam = factsOfMoment(moment)
    if (booking.moment_id !== momentId || JSON.stringify(booking.exam) === JSON.stringify(exam)) return
    await change(trx, booking, 'update_exam', { exam }, { by: null })
    await mailMoved(trx, booking, momentId)
  })
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { amountOf } from '#core/contract/money'
import { today } from '#core/kit/days'
import { sendJob } from '#core/kit/events'
import { serviceOf } from '#core/kit/services'
import { type ExamMoment, examsService } from '#plugins/exams/contract/index'
import type { BookingStatus, PriceLine } from '../../contract/index.js'
import { dueShare } from '../money/policy.js'
import { cancellationCents, cancellationLines } from '../money/price.js'
import { billChange } from './billing.js'
import { examDay } from './exam_facts.js'
import { type BookingRow, change, findBooking } from './store.js'

// A minimum number of people is billed while anybody of the company stays at a moment. When the last people leave, bookings that left earlier
// still carry charges for missing people. They are given back here.

interface LeftMoment {
  moment: number
}

/** Called when people left a moment: `giveLeastBack` runs after the commit, because it locks other bookings. */
export async function noteLeft(trx: TransactionClientContract, moment: number | null): Promise<void> {
  if (moment === null) return
  const left = await (await serviceOf(examsService, trx))?.moment(moment, trx)
  if (left && left.billedLeast !== null) await sendJob(trx, 'booking.give_least_back', { moment } satisfies LeftMoment)
}

/** The charges for missing people at a moment that were not given back, in cents. */
const leastLeft = (lines: readonly PriceLine[], moment: number) =>
  lines.filter((line) => line.moment === moment).reduce((sum, line) => sum + amountOf(line), 0)

/** Gives back what bookings still pay for missing people at a moment that nobody of the company takes any more. Idempotent. */
export async function giveLeastBack({ moment: id }: LeftMoment): Promise<void> {
  await db.transaction(async (trx) => {
    const charged: { id: number }[] = await trx
      .from('booking_bookings')
      .whereRaw('lines @> ?::jsonb', [JSON.stringify([{ moment: id }])])
      .orderBy('id')
      .select('id')
    const bookings: BookingRow[] = []
    for (const booking of charged) bookings.push(await findBooking(booking.id, trx))
    const moment = await (await serviceOf(examsService, trx))?.moment(id, trx)
    if (!moment || moment.seats > moment.seatsLeft) return
    // People who moved away got their share back with their own booking, which may be below zero.
    let left = bookings.reduce((sum, { lines }) => sum + leastLeft(lines, id), 0)
    for (const booking of bookings.reverse()) {
      const cents = Math.min(left, leastLeft(booking.lines, id))
      if (cents <= 0) continue
      left -= cents
      await giveBack(trx, booking, moment, cents)
    }
  })
}

async function giveBack(trx: TransactionClientContract, booking: BookingRow, moment: ExamMoment, cents: number): Promise<void> {
  const exam = moment.withdrawn ? null : examDay(moment)
  const share = dueShare(booking.policy, { exam, begun: false, today: today() })
  const added = cancellationLines(upTo(booking.lines, moment.id, cents), 'exam', share)
  const billed = await billChange(trx, { ...booking, status: await billedStatus(trx, booking) }, added, {
    key: 'least_returned',
    reason: 'least_returned',
  })
  const lines = [...booking.lines, ...billed]
  await change(trx, booking, 'least_returned', { lines, cancellation_cents: cancellationCents(lines) }, { by: null })
}

/** The charges of a moment, up to an amount. */
function upTo(lines: readonly PriceLine[], moment: number, cents: number): PriceLine[] {
  const own = lines.filter((line) => line.moment === moment)
  const over = leastLeft(lines, moment) - cents
  const last = own.findLast((line) => amountOf(line) > 0)
  return over > 0 && last ? [...own, { ...last, quantity: 1, unitCents: -over }] : own
}

/** How a booking was billed: a cancelled one has the status that it had before. */
async function billedStatus(trx: TransactionClientContract, booking: BookingRow): Promise<BookingStatus> {
  if (booking.status !== 'canceled') return booking.status
  const row: { before: { status?: BookingStatus } } | null = await trx
    .from('booking_history')
    .where({ booking_id: booking.id })
    .whereRaw(`after->>'status' = 'canceled'`)
    .orderBy('id', 'desc')
    .select('before')
    .first()
  return row?.before.status ?? booking.status
}

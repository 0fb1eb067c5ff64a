import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { totalsOf } from '#core/contract/money'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { contractsService } from '#plugins/contracts/contract/index'
import { examsService } from '#plugins/exams/contract/index'
import { cancellationCents } from '../money/price.js'
import { splitLines } from '../money/split.js'
import { type BookingRow, change, findBooking, keyOf, note, peopleOf } from './store.js'

/** The columns that the new booking copies from the old one. */
const COMMON = [
  ...['company_id', 'type', 'status', 'course_id', 'course_name', 'language', 'moment_id', 'exam', 'exam_at', 'policy', 'discount'],
  ...['payment_method', 'order_number', 'buyer', 'wishes', 'booked_by', 'extensions', 'extended_until', 'pay_until', 'created_at'],
] as const

/**
 * Splits one of several people off to a booking of their own, with their seat, course, contract place, share of the price and the history
 * so far, so that acts concern only them. The invoice and the payment stay with the first booking: credits and refunds are made there.
 * @param booking with its row locked
 * @returns the booking to act on: the same when it is theirs alone
 * @throws AppError 404 for a person who is not in it; 409 people_together while nothing was invoiced or somebody has to look at it
 */
export async function bookingOfOne(trx: TransactionClientContract, booking: BookingRow, member: number, by: Session): Promise<BookingRow> {
  if (booking.by_keys) throw conflict('booked_by_keys')
  const people = await peopleOf(booking.id, trx)
  const person = people.find(({ membership_id: id }) => id === member)
  if (!person) throw notFound()
  if (people.length === 1) return booking
  if (!['paid', 'invoice'].includes(booking.status)) throw conflict('people_together')

  const parts = await trx.from('booking_bookings').where('part_of', booking.id).count('* as n').first()
  const { one, others } = splitLines(booking.lines, people.length)
  const totals = totalsOf(one)
  const number = `${booking.number}-${Number(parts?.n ?? 0) + 2}`
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    // It came from no draft; the person's row records that they were split off once.
    `insert into booking_bookings (draft_id, number, part_of, people, lines, net_cents, vat_cents, total_cents, cancellation_cents, ${COMMON.join(', ')})
     select ?, ?, id, 1, ?::jsonb, ?, ?, ?, ?, ${COMMON.join(', ')} from booking_bookings where id = ? returning id`,
    [
      ...[-person.id, number, JSON.stringify(one), totals.netCents, totals.vatCents, totals.totalCents, cancellationCents(one)],
      booking.id,
    ] as never[],
  )
  const id = Number(rows[0]!.id)
  await trx.rawQuery(
    `insert into booking_history (company_id, booking_id, action, at, membership_id, actor, reason, before, after)
     select company_id, ?, action, at, membership_id, actor, reason, before, after from booking_history where booking_id = ? order by id`,
    [id, booking.id] as never[],
  )
  await trx.rawQuery(
    `insert into booking_agreements (company_id, booking_id, membership_id, provider, text, language, at)
     select company_id, ?, membership_id, provider, text, language, at from booking_agreements where booking_id = ? order by id`,
    [id, booking.id] as never[],
  )
  await trx.from('booking_people').where({ company_id: currentCompanyId(), id: person.id }).update({ booking_id: id })
  const part = await findBooking(id, trx)
  await (await serviceOf(examsService, trx))?.transfer(keyOf(booking), keyOf(part), [member], trx)
  await (await serviceOf(contractsService, trx))?.transfer(trx, keyOf(booking), keyOf(part), [member])
  const left = { people: people.length - 1, lines: others, cancellation_cents: cancellationCents(others) }
  await change(trx, booking, 'split', left, { by, reason: number })
  await note(trx, id, 'split', { by, reason: booking.number, before: { people: people.length }, after: { people: 1 } })
  return findBooking(id, trx)
}

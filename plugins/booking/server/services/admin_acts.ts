import { emit, sendJob } from '#core/kit/events'
import { serviceOf } from '#core/kit/services'
import { contractsService } from '#plugins/contracts/contract/index'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { bookingCancelled } from '../../contract/index.js'
import { refusalLines, sirDiscount } from '../money/price.js'
import type { ActContext } from './act_rules.js'
import { billChange } from './billing.js'
import { confirmIn } from './book.js'
import { noteLeft } from './least_returned.js'
import { change, factsOf, keyOf, membersOf, peopleOf, startedMembers, withoutExam } from './store.js'
import { mailCancelled } from './exam_mails.js'

/** The platform refuses a booking: nothing is due, and seats and unstarted courses are given back. */
export async function refuse({ trx, booking, session, order }: ActContext): Promise<void> {
  const people = await peopleOf(booking.id, trx)
  const learning = await serviceOf(learningService, trx)
  const ids = people.flatMap(({ participation_id: id }) => id ?? [])
  const begun = (await learning?.started(ids, trx)) ?? new Set<number>()
  for (const id of ids) if (!begun.has(id)) await learning?.actOnBooked(trx, id, 'cancel', session.membershipId)
  await (await serviceOf(examsService, trx))?.release(keyOf(booking), trx)
  await (await serviceOf(contractsService, trx))?.release(trx, keyOf(booking), startedMembers(people, begun))
  const added = refusalLines(booking.lines)
  await billChange(trx, booking, added, { key: 'refuse', reason: order.reason ?? 'refuse' })
  const changes = { status: 'canceled' as const, lines: [...booking.lines, ...added], ...withoutExam(booking) }
  const after = await change(trx, booking, 'refuse', changes, { by: session, reason: order.reason ?? null })
  await noteLeft(trx, booking.moment_id)
  await mailCancelled(trx, booking, 'refused')
  await emit(trx, bookingCancelled, { ...factsOf(after, membersOf(people)), cancellationCents: 0 })
}

/** An admin has resolved the problem. A late payment is invoiced now, and the courses that waited for it are released. */
export async function processed({ trx, booking, session, order }: ActContext): Promise<void> {
  const status = booking.payment_method === 'card' ? 'paid' : 'invoice'
  const after = await change(trx, booking, 'processed', { status }, { by: session, reason: order.reason ?? null })
  const late = await trx.from('booking_history').where({ booking_id: booking.id, action: 'late_payment' }).orderBy('id', 'desc').first()
  if (late) await confirmIn(trx, after, membersOf(await peopleOf(booking.id, trx)), late.at)
  else await sendJob(trx, 'booking.release', { booking: booking.id })
}

/** The discount of SIR members is granted: deducted from the invoice, or refunded to the card. */
export async function confirmDiscount({ trx, booking, session }: ActContext): Promise<void> {
  const discount = sirDiscount(booking.lines)
  const added = discount ? [discount] : []
  await billChange(trx, booking, added, { key: 'sir_discount', reason: 'sir_discount' })
  await change(trx, booking, 'discount_confirmed', { discount: 'confirmed', lines: [...booking.lines, ...added] }, { by: session })
}

export async function refuseDiscount({ trx, booking, session, order }: ActContext): Promise<void> {
  await change(trx, booking, 'discount_refused', { discount: 'refused' }, { by: session, reason: order.reason ?? null })
}

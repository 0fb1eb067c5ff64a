import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, invalid } from '#core/contract/errors'
import { addDays, today } from '#core/kit/days'
import { emit, sendJob } from '#core/kit/events'
import { serviceOf } from '#core/kit/services'
import { contractsService } from '#plugins/contracts/contract/index'
import { type LearningService, learningService } from '#plugins/learning/contract/index'
import { vatOf } from '#plugins/invoices/contract/vat'
import { bookingCancelled, type PriceLine } from '../../contract/index.js'
import { cancellationCents, courseChangeLines, sumOf } from '../money/price.js'
import type { ActContext } from './act_rules.js'
import { billChange } from './billing.js'
import { courseLines } from './cancelling.js'
import { type BookingRow, change, factsOf, keyOf, membersOf, peopleOf, startedMembers, withoutExam } from './store.js'
import { mailCancelled } from './exam_mails.js'
import { checkAdults } from './wizard_people.js'

/** Specification, section 9. */
const EXTENSION_DAYS = 14

async function courses(booking: BookingRow, trx: TransactionClientContract) {
  const learning = await serviceOf(learningService, trx)
  const people = await peopleOf(booking.id, trx)
  const ids = people.flatMap(({ participation_id: id }) => id ?? [])
  if (!learning || !ids.length) throw conflict('not_released_yet')
  return { learning, people, ids }
}

type Done = Awaited<ReturnType<LearningService['actOnBooked']>>

/**
 * Applies an act to everybody's course. One of several people may have finished: those for whom it is impossible are skipped, unless it is
 * impossible for all.
 */
async function actOnAll(
  { trx, session }: ActContext,
  learning: LearningService,
  ids: readonly number[],
  name: 'extend' | 'restart' | 'cancel',
) {
  const done: (Done & { from: number })[] = []
  let refusal: unknown
  for (const id of ids) {
    try {
      done.push({ from: id, ...(await learning.actOnBooked(trx, id, name, session.membershipId)) })
    } catch (error) {
      // Section 4: a course in a flow cannot be cancelled separately; then the whole act is refused.
      if (!(error instanceof AppError) || error.code === 'part_of_flow') throw error
      refusal ??= error
    }
  }
  if (!done.length) throw refusal as Error
  return done
}

/** Adds 14 days to the later of now and the end, at most twice. */
export async function extendCourse(context: ActContext): Promise<void> {
  const { trx, booking, session } = context
  const { learning, ids } = await courses(booking, trx)
  const done = await actOnAll(context, learning, ids, 'extend')
  const ends = done.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []))
  const until = ends.length ? new Date(Math.max(...ends)) : new Date(`${addDays(today(), EXTENSION_DAYS)}T22:00:00Z`)
  await change(trx, booking, 'extend_course', { extensions: booking.extensions + 1, extended_until: until }, { by: session })
}

/** Starts the course again. */
export async function restartCourse(context: ActContext): Promise<void> {
  const { trx, booking, session } = context
  const { learning, ids } = await courses(booking, trx)
  for (const { from, participationId } of await actOnAll(context, learning, ids, 'restart')) {
    await trx.from('booking_people').where({ booking_id: booking.id, participation_id: from }).update({ participation_id: participationId })
  }
  await change(trx, booking, 'restart', {}, { by: session })
}

/** Changes to another course while nobody has started; the price difference is invoiced. */
export async function updateCourse(context: ActContext): Promise<void> {
  const { trx, booking, session, known } = context
  const { learning, people, ids } = await courses(booking, trx)
  const { offer } = known
  if (!offer || offer.courseId === booking.course_id || offer.type === 'exam') throw invalid('course', 'enum')
  if ((await learning.started(ids, trx)).size) throw conflict('course_begun')
  if (offer.adultsOnly) {
    const members = await trx.from('kit_members').whereIn('id', membersOf(people)).select(trx.raw('birthdate::text as birthdate'))
    const [problem] = checkAdults(members, today())
    if (problem) throw invalid('course', problem.rule)
  }
  const release = booking.lines.find(({ key }) => key === 'release')!
  // A contract covers one course; another course is a booking of its own.
  const byContract = await serviceOf(contractsService, trx)
  if (byContract && release.unitCents === 0) throw conflict('course_of_contract')
  await actOnAll(context, learning, ids, 'cancel')
  await trx.from('booking_people').where('booking_id', booking.id).update({ participation_id: null })
  const buyer = { country: booking.buyer.country ?? 'NL', vatNumber: booking.buyer.vat_number || null }
  const product = { taught: offer.vatKind === 'taught', closes: false, venue: 'NL' }
  const vat = vatOf('course', { buyer, registered: known.terms.registered, ...product })
  const added = courseChangeLines(booking.lines, offer.priceCents * people.length, vat, people.length)
  // Lock the search words before the invoice number, as booking does, to avoid a deadlock.
  await trx
    .from('booking_bookings')
    .where('id', booking.id)
    .update({ course_name: JSON.stringify(offer.name) })
  const billed = await billChange(trx, booking, added, { key: `course-${offer.courseId}`, reason: 'update_course' })
  const changes = { course_id: offer.courseId, course_name: offer.name, lines: [...booking.lines, ...billed] }
  await change(trx, booking, 'update_course', changes, { by: session })
  await sendJob(trx, 'booking.release', { booking: booking.id })
}

/** Cancels the course. If nothing else is left, the booking is cancelled. */
export async function cancelCourse(context: ActContext): Promise<void> {
  const { trx, booking } = context
  const added = await courseLines(booking, trx)
  const people = await peopleOf(booking.id, trx)
  const ids = people.flatMap(({ participation_id: id }) => id ?? [])
  const learning = await serviceOf(learningService, trx)
  const begun = (await learning?.started(ids, trx)) ?? new Set<number>()
  if (ids.length && learning) await actOnAll(context, learning, ids, 'cancel')
  await (await serviceOf(contractsService, trx))?.release(trx, keyOf(booking), startedMembers(people, begun))
  await leaveWithout(context, 'course', added)
}

/** The state of a booking after part of it was cancelled. */
export async function leaveWithout(
  { trx, booking, session, order }: ActContext,
  part: 'course' | 'exam',
  added: PriceLine[],
): Promise<void> {
  const action = part === 'course' ? 'cancel_course' : 'cancel_exam'
  const isAll = booking.type !== 'elearning_exam'
  // Payment costs are not refunded with the last part.
  await billChange(trx, booking, added, { key: action, reason: order.reason ?? action })
  const lines = [...booking.lines, ...added]
  const type = isAll ? booking.type : part === 'course' ? 'exam' : 'elearning'
  const changes = {
    type,
    lines,
    cancellation_cents: cancellationCents(lines),
  }
  const status = isAll ? 'canceled' : booking.status
  const gone = part === 'exam' ? { exam: null, moment_id: null, ...withoutExam(booking) } : {}
  const after = await change(trx, booking, action, { ...changes, status, ...gone }, { by: session, reason: order.reason ?? null })
  await mailCancelled(trx, booking, part, sumOf(added, 'cancellation', 'exam_least'))
  if (!isAll) return
  const members = membersOf(await peopleOf(booking.id, trx))
  await emit(trx, bookingCancelled, { ...factsOf(after, members), cancellationCents: after.cancellation_cents })
}

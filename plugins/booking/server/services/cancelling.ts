import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { today } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { type ExamMoment, examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { PriceLine } from '../../contract/index.js'
import { dueShare } from '../money/policy.js'
import { cancellationLines, sumOf } from '../money/price.js'
import { splitLines } from '../money/split.js'
import { examDay } from './exam_facts.js'
import { billsWithoutThem, cancelledExamLines } from './least_billed.js'
import { type BookingRow, peopleOf } from './store.js'

// What cancelling costs, for the screen before and for the act itself.

/** What stays due after cancelling now, in cents without VAT. */
export interface CancelCosts {
  course: number
  exam: number
  /** The minimum number of people that stays billed at the exam; null: none. */
  least: number | null
}

/** The lines that cancelling the course adds, by the policy of the booking. */
export async function courseLines(booking: BookingRow, trx?: TransactionClientContract): Promise<PriceLine[]> {
  const ids = (await peopleOf(booking.id, trx ?? db)).flatMap(({ participation_id: id }) => id ?? [])
  const begun = ids.length > 0 && ((await (await serviceOf(learningService, trx))?.started(ids, trx))?.size ?? 0) > 0
  return cancellationLines(booking.lines, 'course', dueShare(booking.policy, { exam: null, begun, today: today() }))
}

/**
 * The lines that cancelling the exam adds. Runs after the seats were released, so that the moment is locked and other people who stay are
 * counted once.
 */
export async function examLines(booking: BookingRow, trx: TransactionClientContract): Promise<PriceLine[]> {
  const { from, share } = await examFacts(booking, trx)
  return cancelledExamLines(booking.lines, { from, moment: booking.moment_id, people: booking.people, share })
}

/** What cancelling costs now, for all people of the booking. */
export async function costOfCancelling(booking: BookingRow, { course, exam }: { course: boolean; exam: boolean }): Promise<CancelCosts> {
  return {
    course: course ? sumOf(await courseLines(booking), 'cancellation') : 0,
    ...(exam ? examCosts(booking, booking.lines, booking.people, await examFacts(booking)) : { exam: 0, least: null }),
  }
}

/** The same for each of several people. @param hasBegun by their participation */
export async function costForOne(booking: BookingRow, hasBegun: (participation: number | null) => boolean) {
  const { one } = splitLines(booking.lines, booking.people)
  const facts = await examFacts(booking)
  const courseOf = (begun: boolean) =>
    sumOf(cancellationLines(one, 'course', dueShare(booking.policy, { exam: null, begun, today: today() })), 'cancellation')
  return (participation: number | null): CancelCosts => ({
    course: courseOf(hasBegun(participation)),
    ...examCosts(booking, one, 1, facts),
  })
}

interface ExamToCancel {
  /** Null if the seats were lost. */
  from: ExamMoment | null
  share: number
}

function examCosts(
  { moment_id: moment }: BookingRow,
  lines: readonly PriceLine[],
  people: number,
  { from, share }: ExamToCancel,
): Pick<CancelCosts, 'exam' | 'least'> {
  const without = from && { ...from, seatsLeft: Math.min(from.seats, from.seatsLeft + people) }
  const added = cancelledExamLines(lines, { from: without, moment, people, share })
  const keeps = lines.some(({ key }) => key === 'exam_least') || added.some(({ key }) => key === 'exam_least')
  return {
    exam: sumOf(added, 'cancellation', 'exam_least'),
    least: keeps && billsWithoutThem(without) ? (without?.billedLeast ?? null) : null,
  }
}

/** Cancelling is free when the platform or the provider withdrew the exam. */
async function examFacts(booking: BookingRow, trx?: TransactionClientContract): Promise<ExamToCancel> {
  const isLost = !booking.exam_at || booking.status === 'needs_processing' || (await lostSeats(booking, trx))
  const exam = isLost ? null : examDay({ startsAt: booking.exam_at!.toISOString() })
  const from = isLost || !booking.moment_id ? null : ((await (await serviceOf(examsService, trx))?.moment(booking.moment_id, trx)) ?? null)
  return { from, share: dueShare(booking.policy, { exam, begun: false, today: today() }) }
}

/** Whether its seats were withdrawn, and it has no others since. */
async function lostSeats(booking: BookingRow, trx?: TransactionClientContract): Promise<boolean> {
  const last = await (trx ?? db)
    .from('booking_history')
    .where('booking_id', booking.id)
    .whereIn('action', ['seats_lost', 'update_exam', 'add_exam'])
    .orderBy('id', 'desc')
    .select('action')
    .first()
  return last?.action === 'seats_lost'
}

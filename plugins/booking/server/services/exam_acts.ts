import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, invalid } from '#core/contract/errors'
import { daysBetween, today } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { type ExamMoment, type ExamsService, examsService } from '#plugins/exams/contract/index'
import type { PriceLine } from '../../contract/index.js'
import type { ActContext } from './act_rules.js'
import { isAgreed, storeAgreement } from './agreements.js'
import { billChange } from './billing.js'
import { examLines } from './cancelling.js'
import { leaveWithout } from './course_acts.js'
import { examDay, factsOfMoment } from './exam_facts.js'
import { leastLines, leavingLines, priceOfExam } from './least_billed.js'
import { noteLeft } from './least_returned.js'
import { change, keyOf, membersOf, peopleOf } from './store.js'
import { mailMoved } from './exam_mails.js'

/** The requested moment, of the booking's course. @throws AppError 422 on `moment`, 409 exams_off */
async function asked({ trx, booking, known }: ActContext): Promise<{ exams: ExamsService; moment: ExamMoment }> {
  const exams = await serviceOf(examsService, trx)
  if (!exams) throw conflict('exams_off')
  const { moment } = known
  if (!moment || moment.courseId !== booking.course_id) throw invalid('moment', 'enum')
  return { exams, moment }
}

/**
 * An exam at another moment is taken under its provider's terms. The platform's admins agree to nothing for a company, so nothing is stored
 * for them.
 * @throws AppError 422 at `exam_terms`
 */
async function agree({ trx, booking, session, known, order }: ActContext): Promise<void> {
  const { examTerms } = known
  if (!examTerms || !session.membershipId) return
  if (!isAgreed(examTerms, order.exam_terms)) throw invalid('exam_terms', order.exam_terms ? 'terms_changed' : 'agree_to_terms')
  await storeAgreement(trx, session, booking, examTerms)
}

/** A moment without the seats of people who just took them. It is read under the lock under which they were taken. */
async function withoutThese(exams: ExamsService, id: number, people: number, trx: TransactionClientContract): Promise<ExamMoment | null> {
  const moment = await exams.moment(id, trx)
  return moment && { ...moment, seatsLeft: moment.seatsLeft + people }
}

/** Adds an exam to an e-learning that was booked without one, and invoices it. */
export async function addExam(context: ActContext): Promise<void> {
  const { trx, booking, session, known } = context
  const { exams, moment } = await asked(context)
  await agree(context)
  const members = membersOf(await peopleOf(booking.id, trx))
  await exams.book(keyOf(booking), moment.id, members, trx)
  const price = priceOfExam(booking, moment, known)
  const added: PriceLine[] = [
    { key: 'exam', quantity: members.length, ...price },
    ...leastLines(await withoutThese(exams, moment.id, members.length, trx), members.length, price),
  ]
  const withExam = { ...booking, exam: factsOfMoment(moment) }
  const billed = await billChange(trx, withExam, added, { key: `exam-${moment.id}`, reason: 'add_exam' })
  const changes = {
    type: 'elearning_exam' as const,
    moment_id: moment.id,
    exam: withExam.exam,
    lines: [...booking.lines, ...billed],
  }
  await change(trx, booking, 'add_exam', changes, { by: session })
}

/**
 * Moves to another moment. While cancelling costs money, only the platform moves it. The exam itself costs nothing more; where a minimum
 * number of people is billed, missing people are charged or given back at both moments.
 */
export async function updateExam(context: ActContext): Promise<void> {
  const { trx, booking, session, known, order } = context
  const { exams, moment } = await asked(context)
  // Lost seats are requested again, perhaps at the same moment.
  if (moment.id === booking.moment_id && booking.status !== 'needs_processing') throw invalid('moment', 'unchanged')
  const left = booking.exam ? daysBetween(today(), examDay(booking.exam)) : Infinity
  if (!session.isAdmin && left < booking.policy.freeDays) throw conflict('too_late_to_move')
  await agree(context)
  const taken = await takeSeats(context, exams, moment.id)
  const people = membersOf(await peopleOf(booking.id, trx)).length
  const from = taken.newSeats || !booking.moment_id ? null : await exams.moment(booking.moment_id, trx)
  const added = [
    ...leavingLines(booking, from, people),
    ...leastLines(await withoutThese(exams, moment.id, people, trx), people, priceOfExam(booking, moment, known)),
  ]
  const moved = { ...booking, exam: factsOfMoment(moment) }
  const billed = await billChange(trx, moved, added, { key: `exam-${moment.id}`, reason: 'update_exam' })
  const changes = { moment_id: moment.id, exam: moved.exam, ...(billed.length && { lines: [...booking.lines, ...billed] }) }
  await change(trx, booking, 'update_exam', changes, { by: session, reason: order.reason ?? null })
  await noteLeft(trx, booking.moment_id)
  await mailMoved(trx, booking, moment.id, taken)
}

/** Moves its seats; if it lost them, or never got them because the payment was late, takes new ones. */
async function takeSeats({ trx, booking }: ActContext, exams: ExamsService, momentId: number): Promise<{ newSeats: boolean }> {
  try {
    await trx.transaction((inner) => exams.move(keyOf(booking), momentId, inner))
    return { newSeats: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404 || booking.status !== 'needs_processing') throw error
    await exams.book(keyOf(booking), momentId, membersOf(await peopleOf(booking.id, trx)), trx)
    return { newSeats: true }
  }
}

/** Gives the seats back and charges the cancellation costs. */
export async function cancelExam(context: ActContext): Promise<void> {
  const { trx, booking } = context
  await (await serviceOf(examsService, trx))?.release(keyOf(booking), trx)
  await leaveWithout(context, 'exam', await examLines(booking, trx))
  await noteLeft(trx, booking.moment_id)
}

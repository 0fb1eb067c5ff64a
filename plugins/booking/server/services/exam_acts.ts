import { AppError, conflict, invalid } from '#core/contract/errors'
import { daysBetween, today } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { type ExamMoment, type ExamsService, examsService } from '#plugins/exams/contract/index'
import { vatOf } from '#plugins/invoices/contract/vat'
import type { PriceLine } from '../../contract/index.js'
import { shortfallOf } from '../../shortfall.js'
import type { ActContext } from './act_rules.js'
import { isAgreed, keepAgreement } from './agreements.js'
import { billChange } from './billing.js'
import { leaveWithout, linesOfCancelling } from './course_acts.js'
import { examDay, factsOfMoment, venueOf } from './exam_facts.js'
import { change, keyOf, membersOf, peopleOf } from './store.js'
import { tellMoved } from './tell.js'

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
  await keepAgreement(trx, session, booking, examTerms)
}

/** Adds an exam to an e-learning that was booked without one, and invoices it. */
export async function addExam(context: ActContext): Promise<void> {
  const { trx, booking, session, known } = context
  const { exams, moment } = await asked(context)
  await agree(context)
  const members = membersOf(await peopleOf(booking.id, trx))
  await exams.take(keyOf(booking), moment.id, members, trx)
  const { terms, examined } = known
  const buyer = { country: booking.buyer.country ?? 'NL', vatNumber: booking.buyer.vat_number || null }
  // The course was invoiced with the booking: an exam cannot make it exempt afterwards.
  const wasTaxed = booking.lines.some(({ key, vat: { reason } }) => key === 'release' && reason === 'standard')
  const vat = vatOf('exam', {
    ...{ buyer, registered: terms.registered, taught: examined?.vatKind === 'taught', closes: moment.closesTeaching && !wasTaxed },
    venue: venueOf(moment),
  })
  const unitCents = moment.priceCents ?? terms.examCents
  const added: PriceLine[] = [{ key: 'exam', quantity: members.length, unitCents, vat }]
  // Read after the seats were taken, so under the lock of the moment.
  const now = (await exams.moment(moment.id, trx))!
  const missing = shortfallOf({ ...now, seatsLeft: now.seatsLeft + members.length }, members.length)
  if (missing) added.push({ key: 'exam_least', quantity: Math.abs(missing), unitCents: Math.sign(missing) * unitCents, vat })
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

/** Moves to another moment. While cancelling costs money, only the platform moves it. */
export async function updateExam(context: ActContext): Promise<void> {
  const { trx, booking, session, order } = context
  const { exams, moment } = await asked(context)
  // Lost seats are requested again, perhaps at the same moment.
  if (moment.id === booking.moment_id && booking.status !== 'needs_processing') throw invalid('moment', 'unchanged')
  const left = booking.exam ? daysBetween(today(), examDay(booking.exam)) : Infinity
  if (!session.isAdmin && left < booking.policy.freeDays) throw conflict('too_late_to_move')
  await agree(context)
  const taken = await takeSeats(context, exams, moment.id)
  const changes = { moment_id: moment.id, exam: factsOfMoment(moment) }
  await change(trx, booking, 'update_exam', changes, { by: session, reason: order.reason ?? null })
  await tellMoved(trx, booking, moment.id, taken)
}

/** Moves its seats; if it lost them, or never got them because the payment was late, takes new ones. */
async function takeSeats({ trx, booking }: ActContext, exams: ExamsService, momentId: number): Promise<{ newSeats: boolean }> {
  try {
    await trx.transaction((inner) => exams.move(keyOf(booking), momentId, inner))
    return { newSeats: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404 || booking.status !== 'needs_processing') throw error
    await exams.take(keyOf(booking), momentId, membersOf(await peopleOf(booking.id, trx)), trx)
    return { newSeats: true }
  }
}

/** Gives the seats back and charges the cancellation costs. */
export async function cancelExam(context: ActContext): Promise<void> {
  const { trx, booking } = context
  const added = await linesOfCancelling(booking, 'exam', trx)
  await (await serviceOf(examsService, trx))?.release(keyOf(booking), trx)
  await leaveWithout(context, 'exam', added)
}

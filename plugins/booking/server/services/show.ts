import db from '@adonisjs/lucid/services/db'
import { memberNames } from '#core/kit/people'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type ExamEntry, examsService } from '#plugins/exams/contract/index'
import { invoicesService } from '#plugins/invoices/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { type BookingDetail, type DetailFacts, toBookingDetail } from '../transformers/booking_transformer.js'
import { sumOf } from '../money/price.js'
import { type Act, ADMIN_ACTS, OWN_ACTS, PERSON_ACTS } from './act_names.js'
import { actsOn } from './act_rules.js'
import { agreementsOf } from './agreements.js'
import { findOwn } from './card.js'
import { costForOne, costOfCancelling } from './cancelling.js'
import { leavingLines } from './least_billed.js'
import { type BookingRow, billedKeyOf, keyOf } from './store.js'
import { termsNow } from './terms.js'

/**
 * A booking with people, exam, sums, possible acts and history. Without the company's own facts for a person who booked it for themselves.
 * @throws AppError 404
 */
export function showBooking(session: Session, id: string): Promise<BookingDetail> {
  return inCompanyOfRow(session, { table: 'booking_bookings', id, reason: 'booking.show' }, async () => {
    const booking = await findOwn(session, id)
    const manages = session.can('booking.manage')
    const people = await db
      .from('booking_people as p')
      .leftJoin('kit_members as m', 'm.id', 'p.membership_id')
      .where('p.booking_id', booking.id)
      .orderBy('p.id')
      .select('p.membership_id', 'p.participation_id', 'm.firstname', 'm.infix', 'm.lastname', 'm.email')
    const history = await db
      .from('booking_history as h')
      .leftJoin('kit_members as m', 'm.id', 'h.membership_id')
      .where('h.booking_id', booking.id)
      .orderBy('h.id', 'desc')
      .select('h.id', 'h.action', 'h.at', 'h.actor', 'h.reason', 'h.before', 'h.after', 'm.firstname', 'm.infix', 'm.lastname')
    const agreements = await agreementsOf(booking.id)
    const entries = booking.moment_id ? ((await (await serviceOf(examsService))?.entries([keyOf(booking)])) ?? []) : []
    const company = await db.from('kit_companies').where('id', booking.company_id).select('name').firstOrFail()
    const learning = await serviceOf(learningService)
    const begun = (await learning?.started(people.flatMap(({ participation_id: one }) => one ?? []))) ?? new Set<number>()
    // Somebody who never started has nothing to restart.
    const adjusting = await adjustingOf(booking, entries)
    const isPossible = (act: Act) =>
      (act !== 'restart' || begun.size > 0) && (act !== 'adjust_exam' || adjusting !== null) && (manages || OWN_ACTS.includes(act))
    const possible = actsOn(booking, session.isAdmin, ADMIN_ACTS).filter(isPossible)
    // Adjustments are one person's.
    const acts = possible.filter((act) => act !== 'adjust_exam' || people.length === 1)
    const costs = await costOfCancelling(booking, { course: acts.includes('cancel_course'), exam: acts.includes('cancel_exam') })
    const isTogether = !booking.by_keys && people.length > 1 && ['paid', 'invoice'].includes(booking.status)
    const personActs = isTogether ? possible.filter((one) => PERSON_ACTS.includes(one)) : []
    const forOne = personActs.length
      ? await costForOne(booking, (person) => person !== null && begun.has(person))
      : () => ({ course: 0, exam: 0, least: null })
    const parts: DetailFacts['parts'] = await db
      .from('booking_bookings as b')
      .leftJoin('booking_people as p', (on) => on.on('p.company_id', 'b.company_id').andOn('p.booking_id', 'b.id'))
      .leftJoin('kit_members as m', 'm.id', 'p.membership_id')
      .where((any) => void any.where('b.part_of', booking.id).orWhere('b.id', booking.part_of ?? 0))
      .distinctOn('b.id')
      .orderBy('b.id')
      .select('b.id', 'b.number', 'b.part_of', 'm.firstname', 'm.infix', 'm.lastname')
    const billed = [billedKeyOf(booking), ...new Set(booking.lines.flatMap(({ bill }) => bill ?? []))]
    const bills = manages ? ((await (await serviceOf(invoicesService))?.findBySubjects(session, billed)) ?? []) : []
    const examCents = acts.includes('add_exam') ? (await termsNow()).examCents : null
    const moving = acts.includes('update_exam') ? await costOfMoving(booking) : null
    const facts = {
      people,
      entries,
      history,
      company: company.name,
      acts,
      personActs,
      costs,
      examCents,
      moving,
      adjusting,
      names: await memberNames(history.flatMap(({ after }) => after.person ?? [])),
      forOne,
      begun,
      parts,
      agreements,
      bills,
    }
    return toBookingDetail(booking, facts, session.row.language)
  })
}

/**
 * Returns the current cost of moving the exam, for all people and for one of several: the charge for leaving this moment, and the exam
 * price for each missing person at another moment.
 */
async function costOfMoving(booking: BookingRow): Promise<DetailFacts['moving']> {
  const moment = booking.moment_id ? ((await (await serviceOf(examsService))?.moment(booking.moment_id)) ?? null) : null
  const from = booking.status === 'needs_processing' ? null : moment
  const leaving = (people: number) =>
    sumOf(leavingLines(booking, from && { ...from, seatsLeft: from.seatsLeft + people }, people), 'exam_least')
  return { examCents: (await termsNow()).examCents, leavingCents: { all: leaving(booking.people), one: leaving(1) } }
}

/** Returns the adjustments of the exam that can be changed until its moment closes, or null. */
async function adjustingOf(booking: BookingRow, entries: readonly ExamEntry[]): Promise<DetailFacts['adjusting']> {
  const moment = booking.moment_id ? ((await (await serviceOf(examsService))?.moment(booking.moment_id)) ?? null) : null
  if (!moment || moment.closed || moment.withdrawn) return null
  const chosen = entries.flatMap(({ adjustments, releasedAt }) => (releasedAt ? [] : adjustments))
  const { adjustments, adjustedMinutes, closesAt } = moment
  return adjustments.length || chosen.length ? { adjustments, adjustedMinutes, closesAt } : null
}

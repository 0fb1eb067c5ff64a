import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, notFound } from '#core/contract/errors'
import { versionOf } from '#core/kit/database'
import { emitWithJob } from '#core/kit/events'
import { knownBirthdate } from '#core/kit/people'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { bookingLinksService } from '#plugins/booking_links/contract/index'
import { contractsService } from '#plugins/contracts/contract/index'
import { type ExamMoment, examsService } from '#plugins/exams/contract/index'
import { seatKeysService } from '#plugins/seat_keys/contract/index'
import { waitingListService } from '#plugins/waiting_list/contract/index'
import { bookingConfirmed } from '../../contract/index.js'
import { shortfallOf } from '../../shortfall.js'
import { storeAgreement } from './agreements.js'
import { bill } from './billing.js'
import { type DraftOwner, ownerOf } from './draft.js'
import { factsOfMoment } from './exam_facts.js'
import { type Plan, planOf } from './plan.js'
import { type BookingRow, factsOf, findBooking, insertBooking, keyOf, note, numberOf } from './store.js'
import { addNewPeople } from './wizard_people.js'
import type { Answers } from '../validators/booking.js'

/** Duration of a hold during a payment. */
export const HOLD_MINUTES = 30

export interface BookOrder {
  draft: number
  version: string
  total_cents: number
}

/** The booking made from a draft. */
const bookedFrom = async (draft: number, client: Pick<TransactionClientContract, 'from'> = db): Promise<number | null> =>
  (await client.from('booking_bookings').where('draft_id', draft).select('id').first())?.id ?? null

/**
 * Makes the booking of a draft in one transaction: seats, contract places, invoice, history. A second click, or another tab, gets the
 * booking that the first one made.
 * @throws AppError 404 for another's draft; 409 draft_changed, price_changed, no_seats_left, contract_limit_reached …; 422 with what is
 * missing or wrong
 */
export async function book(session: Session, order: BookOrder): Promise<BookingRow> {
  const owner = ownerOf(session)
  try {
    return await bookDraft(session, order, owner)
  } catch (error) {
    // A second click finds no draft any more; a concurrent one may have taken the last seat.
    const meanwhile = error instanceof AppError ? await bookedFrom(order.draft) : null
    if (meanwhile) return mine(await findBooking(meanwhile), owner)
    throw error
  }
}

async function bookDraft(session: Session, order: BookOrder, owner: DraftOwner): Promise<BookingRow> {
  const draft: { answers: Answers } | null = await db
    .from('booking_drafts')
    .where({ id: order.draft, ...owner })
    .select('answers')
    .first()
  if (!draft) throw notFound()
  const plan = await planOf(session, draft.answers)
  if (plan.problems.length) throw new AppError(422, 'validation_failed', { errors: plan.problems })
  if (plan.totals.totalCents !== order.total_cents) throw conflict('price_changed', { total_cents: plan.totals.totalCents })
  return db.transaction(async (trx) => {
    const own = () => trx.from('booking_drafts').where({ id: order.draft, ...owner })
    // A concurrent click waits here and then finds no draft.
    const taken: unknown[] = await own()
      .whereRaw(`${versionOf('updated_at')} = ?`, [order.version])
      .delete()
      .returning('id')
    if (!taken.length) {
      const other = await bookedFrom(order.draft, trx)
      if (other) return findBooking(other, trx)
      throw (await own().select('id').first()) ? conflict('draft_changed') : notFound()
    }
    const members = await addNewPeople(trx, session, draft.answers, plan.people)
    return make(trx, session, { order, answers: draft.answers, plan, members })
  })
}

/** @throws AppError 404 for another's */
function mine(booking: BookingRow, owner: DraftOwner): BookingRow {
  if ('membership_id' in owner && booking.booked_by !== owner.membership_id) throw notFound()
  return booking
}

interface Making {
  order: BookOrder
  answers: Answers
  plan: Plan
  members: number[]
}

async function make(trx: TransactionClientContract, session: Session, { order, answers, plan, members }: Making): Promise<BookingRow> {
  const { offer, moment, terms, totals } = plan
  const method = plan.method!
  // Nothing to pay needs no payment.
  const byInvoice = method === 'invoice' || totals.totalCents === 0
  const payUntil = new Date(Date.now() + HOLD_MINUTES * 60_000)
  const exam = moment && factsOfMoment(moment)
  const status = method === 'invoice' ? 'invoice' : byInvoice ? 'paid' : 'created'
  const booking = await insertBooking(trx, {
    values: {
      company_id: currentCompanyId(),
      draft_id: order.draft,
      number: numberOf(order.draft),
      type: plan.type,
      status,
      course_id: offer!.courseId,
      course_name: JSON.stringify(offer!.name),
      language: answers.language ?? null,
      moment_id: moment?.id ?? null,
      exam: exam && JSON.stringify(exam),
      exam_at: exam && new Date(exam.startsAt),
      people: plan.count,
      by_keys: plan.byKeys,
      lines: JSON.stringify(plan.lines),
      policy: JSON.stringify(terms.policy),
      net_cents: totals.netCents,
      vat_cents: totals.vatCents,
      total_cents: totals.totalCents,
      discount: plan.discount && 'proposed',
      payment_method: method,
      order_number: answers.order_number || null,
      buyer: JSON.stringify(answers.buyer),
      wishes: answers.wishes ?? '',
      booked_by: session.membershipId,
      pay_until: byInvoice ? null : payUntil,
    },
    members,
    by: session,
    after: { status, type: plan.type, course_name: offer!.name, exam, total_cents: totals.totalCents },
  })
  // Lock the link before the seats, so that all bookings lock in the same order.
  if (answers.link) await takeOfLink(trx, booking, answers.link, plan.count)
  // Only a typed date: known people keep theirs, and new people were added with it.
  for (const [index, member] of members.entries()) {
    const { membershipId, birthdate } = plan.people[index]!
    if (membershipId && answers.people?.[index]?.birthdate) await knownBirthdate(trx, member, birthdate)
  }
  if (moment) {
    const exams = (await serviceOf(examsService, trx))!
    const seated = members.map((membershipId, index) => ({ membershipId, email: plan.people[index]!.email }))
    const freed = (await (await serviceOf(waitingListService, trx))?.releaseSeats(trx, moment.id, seated)) ?? 0
    await (byInvoice ? exams.book(keyOf(booking), moment.id, members, trx) : exams.hold(keyOf(booking), moment.id, members, payUntil, trx))
    await assertLeast(trx, moment, members.length, freed)
    const chosen = members.flatMap((membershipId, index) => {
      const { adjustments } = plan.people[index]!
      return adjustments.length ? [[membershipId, adjustments] as const] : []
    })
    await exams.adjust(keyOf(booking), new Map(chosen), trx)
  }
  await takeOfContract(trx, booking, plan, members)
  await storeAgreement(trx, session, booking, plan.examTerms)
  await noteAgain(trx, session, booking, answers.again)
  if (byInvoice) await confirmIn(trx, booking, members)
  return booking
}

/**
 * The number of missing people who are billed depends on the seats that were taken when the price was computed. Runs after this booking's
 * seats were taken, so under the lock of the moment.
 * @param freed seats that were released in this transaction
 * @throws AppError 409 price_changed, if others took or released seats meanwhile
 */
async function assertLeast(trx: TransactionClientContract, moment: ExamMoment, people: number, freed: number): Promise<void> {
  if (!moment.billedLeast) return
  const now = await (await serviceOf(examsService, trx))!.moment(moment.id, trx)
  const seatsLeft = now!.seatsLeft + people - freed
  if (shortfallOf({ ...now!, seatsLeft }, people) !== shortfallOf(moment, people)) throw conflict('price_changed')
}

/** Links two bookings if a supervisor books one again. A participant cannot: the id is input, and could be a colleague's. */
async function noteAgain(
  trx: TransactionClientContract,
  by: Session,
  booking: BookingRow,
  again: number | null | undefined,
): Promise<void> {
  const before =
    again && by.can('booking.manage') ? await trx.from('booking_bookings').where('id', again).select('id', 'number').first() : null
  if (!before) return
  await note(trx, before.id, 'book_again', { by, reason: booking.number })
  await note(trx, booking.id, 'book_again', { by, reason: before.number })
}

/** Takes one use of the link. @throws AppError 409 with why the link is not valid */
async function takeOfLink(trx: TransactionClientContract, booking: BookingRow, token: string, people: number): Promise<void> {
  const links = await serviceOf(bookingLinksService, trx)
  if (!links) throw conflict('link_unknown')
  await links.consume(trx, token, { id: booking.id, key: keyOf(booking), people, momentId: booking.moment_id })
}

/** Takes the contract places at the price that was shown. */
async function takeOfContract(trx: TransactionClientContract, booking: BookingRow, plan: Plan, members: number[]): Promise<void> {
  if (!plan.contract) return
  const contracts = await serviceOf(contractsService, trx)
  const taken = await contracts?.consume(trx, {
    subject: keyOf(booking),
    courseId: booking.course_id,
    membershipIds: members,
    billsItself: true,
  })
  if (taken?.contractId !== plan.contract.contractId || taken.extraCents !== plan.contract.extraCents) throw conflict('price_changed')
}

/** Makes the keys of seats without names, in the booking's transaction. */
async function issueKeys(trx: TransactionClientContract, { id, course_id: courseId, course_name: courseName, people }: BookingRow) {
  await (await serviceOf(seatKeysService, trx))?.issue(trx, { bookingId: id, courseId, courseName, seats: people })
}

/** The booking is final: invoice it, release the courses, send the mails. */
export async function confirmIn(
  trx: TransactionClientContract,
  booking: BookingRow,
  members: number[],
  paidAt: Date | null = null,
): Promise<void> {
  await bill(trx, booking, members, paidAt)
  if (booking.by_keys) await issueKeys(trx, booking)
  await emitWithJob(trx, bookingConfirmed, factsOf(booking, members), { name: 'booking.release', payload: { booking: booking.id } })
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, notFound } from '#core/contract/errors'
import type { PayloadOf } from '#core/contract/events'
import { emit } from '#core/kit/events'
import { ownAddress } from '#core/kit/companies'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { bookingLinksService } from '#plugins/booking_links/contract/index'
import { examsService } from '#plugins/exams/contract/index'
import { type paymentFailed, type paymentPaid, paymentsService } from '#plugins/payments/contract/index'
import { bookingNotPaid } from '../../contract/index.js'
import { confirmIn, HOLD_MINUTES } from './book.js'
import { type BookingRow, change, factsOf, findBooking, keyOf, membersOf, peopleOf } from './store.js'

/** Not paid yet, and it may still be. */
const PAYABLE = ['created', 'open', 'failed', 'expired']

/**
 * Opens the payment of a booking, or the one that is open already. Outside any transaction: it calls the provider. Away: the booking
 * stays `created`, and paying can be tried again.
 * @returns where the person goes to pay
 * @throws AppError 409 booking_not_open; 502 payment_provider_away
 */
export async function openPayment(session: Session, booking: BookingRow): Promise<string> {
  if (!PAYABLE.includes(booking.status)) throw conflict('booking_not_open')
  const payments = await serviceOf(paymentsService)
  if (!payments) throw conflict('no_payment_method')
  const { url } = await payments.open({
    key: keyOf(booking),
    amountCents: booking.total_cents,
    // In the company's language, whoever pays: a colleague who goes on pays the same.
    description: `${booking.number} ${textIn(booking.course_name, (await ownAddress()).language)}`,
    email: session.row.email,
    language: session.row.language,
    // The booking's page waits for the server's word.
    returnPath: pathOf(booking, session.can('booking.manage')),
    lapsesAt: booking.pay_until ?? new Date(Date.now() + HOLD_MINUTES * 60_000),
  })
  await db.transaction(async (trx) => {
    const now = await findBooking(booking.id, trx)
    // The provider's word may have come first.
    if (PAYABLE.includes(now.status) && now.status !== 'open') await change(trx, now, 'open', { status: 'open' }, { by: session })
  })
  return url
}

/** The page of a booking: a participant has one of their own. */
export const pathOf = ({ id }: Pick<BookingRow, 'id'>, manages: boolean): string =>
  `${manages ? '/administratie/boekingen/wijzigen' : '/deelnemer/boeking'}?id=${id}`

/**
 * Paying once more, after it was declined or took too long: the seats are held anew. The provider is asked first: who paid a moment ago,
 * whose word has not come yet, pays nothing twice.
 * @throws AppError as openPayment; 409 already_paid, payment_waits, no_seats_left, link_used_up
 */
export async function payAgain(session: Session, id: string): Promise<string> {
  return inCompanyOfRow(session, { table: 'booking_bookings', id, reason: 'booking.pay' }, async () => {
    await (await serviceOf(paymentsService))?.assertUnpaid(keyOf(await findPayable(session, id)))
    const until = new Date(Date.now() + HOLD_MINUTES * 60_000)
    const booking = await db.transaction(async (trx) => {
      const row = await findPayable(session, id, trx)
      await useLinkAgain(trx, row)
      if (row.moment_id) await holdAgain(trx, row, until)
      return change(trx, row, 'pay_again', { pay_until: until }, { by: session })
    })
    return openPayment(session, booking)
  })
}

/** @throws AppError 404 for another's; 409 booking_not_open */
async function findPayable(session: Session, id: string, trx?: TransactionClientContract): Promise<BookingRow> {
  const row = await findOwn(session, id, trx)
  if (!PAYABLE.includes(row.status)) throw conflict('booking_not_open')
  return row
}

/** A booking that this person may look at: who manages all, others what they booked. @throws AppError 404 */
export async function findOwn(session: Session, id: string, trx?: TransactionClientContract): Promise<BookingRow> {
  const row = await findBooking(id, trx)
  if (!session.can('booking.manage') && row.booked_by !== session.membershipId) throw notFound()
  return row
}

/** Who comes back from paying need not wait for a word that may be late: the provider is asked now. @throws AppError 404; 502 payment_provider_away */
export async function checkPayment(session: Session, id: string): Promise<void> {
  await inCompanyOfRow(session, { table: 'booking_bookings', id, reason: 'booking.check' }, async () => {
    const booking = await findOwn(session, id)
    if (PAYABLE.includes(booking.status)) await (await serviceOf(paymentsService))?.compare(keyOf(booking))
  })
}

async function holdAgain(trx: TransactionClientContract, booking: BookingRow, until: Date): Promise<void> {
  const members = membersOf(await peopleOf(booking.id, trx))
  await (await serviceOf(examsService, trx))?.hold(keyOf(booking), booking.moment_id!, members, until, trx)
}

/** A use of its booking link that went back when nobody paid. @throws AppError 409 link_used_up */
const useLinkAgain = async (trx: TransactionClientContract, { id }: BookingRow) =>
  (await serviceOf(bookingLinksService, trx))?.takeAgain(trx, id)

async function bookingOf(key: string): Promise<number | null> {
  const row = key.startsWith('booking:') && (await db.from('booking_bookings').where('number', key.slice(8)).select('id').first())
  return row ? row.id : null
}

/**
 * The money is there, whatever the browser did. Seats whose hold lapsed are tried for again, and so is the use of a link; when they are
 * gone somebody has to look at it. Told twice it does nothing.
 */
export async function paid({ key, paidAt }: PayloadOf<typeof paymentPaid>): Promise<void> {
  const id = await bookingOf(key)
  if (!id) return
  await db.transaction(async (trx) => {
    const booking = await findBooking(id, trx)
    if (['paid', 'needs_processing'].includes(booking.status)) return
    const at = new Date(paidAt)
    const hasSeats = PAYABLE.includes(booking.status) && (await confirmSeats(trx, booking))
    if (!hasSeats) {
      await change(trx, booking, 'late_payment', { status: 'needs_processing' }, { by: null })
      return
    }
    const stands = await change(trx, booking, 'paid', { status: 'paid' }, { by: null })
    await confirmIn(trx, stands, membersOf(await peopleOf(id, trx)), at)
  })
}

async function confirmSeats(trx: TransactionClientContract, booking: BookingRow): Promise<boolean> {
  const exams = booking.moment_id ? await serviceOf(examsService, trx) : null
  try {
    // Its own savepoint: what was begun of it goes back when the seats are gone.
    await trx.transaction(async (inner) => {
      await useLinkAgain(inner, booking)
      await exams?.confirm(keyOf(booking), inner)
    })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** It was declined, or nobody paid in time. */
export async function notPaid({ key, reason }: PayloadOf<typeof paymentFailed>): Promise<void> {
  const id = await bookingOf(key)
  if (!id) return
  await db.transaction(async (trx) => {
    const booking = await findBooking(id, trx)
    if (!['created', 'open'].includes(booking.status)) return
    if (reason === 'amount_differs') await change(trx, booking, 'late_payment', { status: 'needs_processing' }, { by: null, reason })
    else {
      const status = reason === 'lapsed' ? 'expired' : 'failed'
      await change(trx, booking, status, { status }, { by: null })
      await (await serviceOf(bookingLinksService, trx))?.giveBack(trx, id)
      await emit(trx, bookingNotPaid, factsOf(booking, []))
    }
  })
}

/** Whatever is open longer than it may be, asked of the provider (the job `booking.compare`, nightly). */
export async function compareOpen(): Promise<void> {
  const payments = await serviceOf(paymentsService)
  const rows: { id: number; number: string }[] = await db
    .from('booking_bookings')
    .whereIn('status', ['created', 'open'])
    .whereRaw('pay_until < now()')
    .select('id', 'number')
  for (const row of rows) {
    const state = (await payments?.compare(keyOf(row))) ?? null
    // The provider knows of none: it was never opened.
    if (state === null) await notPaid({ key: keyOf(row), reason: 'lapsed' })
  }
}

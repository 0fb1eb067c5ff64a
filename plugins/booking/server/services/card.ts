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

/** Unpaid and still payable. */
const PAYABLE = ['created', 'open', 'failed', 'expired']

/**
 * Opens the payment of a booking, or returns the open one. Outside any transaction, because it calls the provider. If the provider is away,
 * the booking stays `created` and paying can be tried again.
 * @returns the address of the payment page
 * @throws AppError 409 booking_not_open; 502 payment_provider_away
 */
export async function openPayment(session: Session, booking: BookingRow): Promise<string> {
  if (!PAYABLE.includes(booking.status)) throw conflict('booking_not_open')
  const payments = await serviceOf(paymentsService)
  if (!payments) throw conflict('no_payment_method')
  const { url } = await payments.open({
    key: keyOf(booking),
    amountCents: booking.total_cents,
    // In the company's language, because a colleague may continue the same payment.
    description: `${booking.number} ${textIn(booking.course_name, (await ownAddress()).language)}`,
    email: session.row.email ?? '',
    language: session.row.language,
    // The booking's page waits for the webhook.
    returnPath: pathOf(booking, session.can('booking.manage')),
    lapsesAt: booking.pay_until ?? new Date(Date.now() + HOLD_MINUTES * 60_000),
  })
  await db.transaction(async (trx) => {
    const now = await findBooking(booking.id, trx)
    // The webhook may have come first.
    if (PAYABLE.includes(now.status) && now.status !== 'open') await change(trx, now, 'open', { status: 'open' }, { by: session })
  })
  return url
}

/** The page of a booking; a participant has one of their own. */
export const pathOf = ({ id }: Pick<BookingRow, 'id'>, manages: boolean): string =>
  `${manages ? '/administratie/boekingen/wijzigen' : '/deelnemer/boeking'}?id=${id}`

/**
 * Pays again after a payment was declined or expired, and holds the seats again. Asks the provider first, so that nobody pays twice while a
 * webhook is under way.
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

/** A booking that this person may see: all for a manager, their own for others. @throws AppError 404 */
export async function findOwn(session: Session, id: string, trx?: TransactionClientContract): Promise<BookingRow> {
  const row = await findBooking(id, trx)
  if (!session.can('booking.manage') && row.booked_by !== session.membershipId) throw notFound()
  return row
}

/**
 * Asks the provider when the person returns from paying, because the webhook may be late. @throws AppError 404; 502 payment_provider_away
 */
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

/** Takes a use of the booking link again that was returned when nobody paid. @throws AppError 409 link_used_up */
const useLinkAgain = async (trx: TransactionClientContract, { id }: BookingRow) =>
  (await serviceOf(bookingLinksService, trx))?.consumeAgain(trx, id)

async function bookingOf(key: string): Promise<number | null> {
  const row = key.startsWith('booking:') && (await db.from('booking_bookings').where('number', key.slice(8)).select('id').first())
  return row ? row.id : null
}

/**
 * The payment arrived. If the seats' hold expired, seats and a use of the link are taken again; if they are gone, somebody has to look at
 * it. Idempotent.
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
    // A savepoint, so that this part is rolled back when the seats are gone.
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

/** The payment was declined, or nobody paid in time. */
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
      await (await serviceOf(bookingLinksService, trx))?.release(trx, id)
      await emit(trx, bookingNotPaid, factsOf(booking, []))
    }
  })
}

/** Asks the provider about payments that have been open too long (the job `booking.compare`, nightly). */
export async function compareOpen(): Promise<void> {
  const payments = await serviceOf(paymentsService)
  const rows: { id: number; number: string }[] = await db
    .from('booking_bookings')
    .whereIn('status', ['created', 'open'])
    .whereRaw('pay_until < now()')
    .select('id', 'number')
  for (const row of rows) {
    const state = (await payments?.compare(keyOf(row))) ?? null
    // The provider does not know it: it was never opened.
    if (state === null) await notPaid({ key: keyOf(row), reason: 'lapsed' })
  }
}

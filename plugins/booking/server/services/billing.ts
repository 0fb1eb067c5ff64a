import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { totalsOf } from '#core/contract/money'
import { ownLanguage } from '#core/kit/companies'
import { serviceOf } from '#core/kit/services'
import { textIn, translate } from '#core/kit/words'
import { type Buyer, type InvoiceLine, invoicesService } from '#plugins/invoices/contract/index'
import { paymentsService } from '#plugins/payments/contract/index'
import type { LineKey, PriceLine } from '../../contract/index.js'
import { longDay } from './exam_facts.js'
import { billedKeyOf, type BookingRow, keyOf, membersOf, peopleOf } from './store.js'

const buyerOf = ({ buyer }: BookingRow): Buyer => ({
  company: buyer.company ?? '',
  contact: buyer.contact ?? '',
  email: buyer.invoice_email ?? '',
  street: buyer.street ?? '',
  postalCode: buyer.postal_code ?? '',
  city: buyer.city ?? '',
  country: buyer.country ?? 'NL',
  vatNumber: buyer.vat_number || null,
  registrationNumber: (buyer.country ?? 'NL') === 'NL' ? buyer.registration_number || null : null,
})

/** The name of the participants line on the invoice. */
const OF_PEOPLE: readonly LineKey[] = ['release', 'exam', 'changed', 'cancelled_course', 'cancelled_exam']

/** Lines as invoice texts, in the company's language. */
function inWords(booking: BookingRow, lines: readonly PriceLine[], members: readonly number[], language: string): InvoiceLine[] {
  const course = textIn(booking.course_name, language)
  const exam = booking.exam ? `${booking.exam.city}, ${longDay(booking.exam, language)}` : ''
  return lines.map(({ key, quantity, unitCents, vat }) => ({
    ...{ quantity, unitCents, vat },
    text: translate(language, `booking.invoice_line.${key}`, { course, exam, number: booking.number }),
    ...(OF_PEOPLE.includes(key) && { members }),
  }))
}

/** VAT is rounded per person, so together it may be slightly more than was paid. */
const SLACK_CENTS = 100

/** Invoices a booking as it is. A card payment is already paid. */
export async function bill(
  trx: TransactionClientContract,
  booking: BookingRow,
  members: readonly number[],
  paidAt: Date | null = null,
): Promise<void> {
  const invoices = await serviceOf(invoicesService, trx)
  if (!invoices) return
  const language = await ownLanguage(trx)
  await invoices.issue(trx, {
    subject: keyOf(booking),
    lines: inWords(booking, booking.lines, members, language),
    buyer: buyerOf(booking),
    orderNumber: booking.order_number,
    language,
    paidAt,
  })
}

/**
 * Invoices or credits a change of an invoiced booking: an increase is a further invoice, a decrease a credit note and, after a card
 * payment, a refund.
 * @param key the reason. A part that is given back and taken again is invoiced again, so each change of the lines is a document of its own;
 * the caller holds the booking's row
 * @returns the lines with their invoice, to be stored, so that later refunds are credited there
 */
export async function billChange(
  trx: TransactionClientContract,
  booking: BookingRow,
  lines: readonly PriceLine[],
  { key, reason }: { key: string; reason: string },
): Promise<readonly PriceLine[]> {
  const { totalCents } = totalsOf(lines)
  if (!lines.length || !totalCents || !['invoice', 'paid', 'needs_processing'].includes(booking.status)) return lines
  const invoices = await serviceOf(invoicesService, trx)
  const language = await ownLanguage(trx)
  const members = membersOf(await peopleOf(booking.id, trx))
  // Several split bookings may be credited on one invoice.
  const once = `${booking.part_of === null ? '' : `${booking.number}-`}${key}-${booking.lines.length}`
  if (totalCents > 0) {
    const bill = `${keyOf(booking)}:${once}`
    const order = {
      lines: inWords(booking, lines, members, language),
      buyer: buyerOf(booking),
      orderNumber: booking.order_number,
      language,
    }
    await invoices?.issue(trx, { ...order, subject: bill })
    return lines.map((line) => ({ ...line, bill }))
  }
  // Each on the invoice that billed it.
  for (const bill of new Set(lines.map((line) => line.bill))) {
    const own = lines.filter((line) => line.bill === bill)
    await invoices?.credit(trx, bill ?? billedKeyOf(booking), { key: once, lines: inWords(booking, own, members, language), reason })
  }
  // Later additions were invoiced, not paid by card.
  const byCard = totalsOf(lines.filter((line) => !line.bill)).totalCents
  if (booking.payment_method === 'card' && byCard < 0)
    await (await serviceOf(paymentsService, trx))?.refund(trx, billedKeyOf(booking), -byCard, once, SLACK_CENTS)
  return lines
}

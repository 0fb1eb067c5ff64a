import db from '@adonisjs/lucid/services/db'
import { moneyText } from '#core/contract/money'
import { MANAGER_ROLES, type Role } from '#core/contract/roles'
import { type Day, today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import type { MailAttachment, MailRecipient } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { pdfOf, ublOf } from './documents.js'
import { findInvoice, invoices, type ListedInvoice, settlementInvoice, wholeInvoice } from './store.js'

/** Days after the due day on which reminders are sent: a friendly one, then a second. */
const REMIND_AFTER = [7, 21] as const

export interface InvoiceMailFacts {
  invoiceId: number
}

/** The job `invoices.remind`. */
export const remindOverdue = (): Promise<void> => remindAt(today())

/**
 * Each overdue invoice gets each of its reminders once. A reminder and its mail share one transaction, so a second run sends nothing twice.
 */
export async function remindAt(day: Day): Promise<void> {
  // The last level first: a late invoice without a reminder gets one mail, not two.
  for (const [index, days] of [...REMIND_AFTER.entries()].reverse()) {
    const late: ListedInvoice[] = await invoices()
      .where('l.state', 'open')
      .whereRaw('l.due_on <= ?::date - ?::int', [day, days])
      .whereRaw(
        'not exists (select 1 from invoices_reminders r where r.company_id = i.company_id and r.invoice_id = i.id and r.level >= ?)',
        [index + 1],
      )
    for (const invoice of late) await remind(invoice, index + 1)
  }
}

async function remind(invoice: ListedInvoice, level: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `insert into invoices_reminders (company_id, invoice_id, level) values (?, ?, ?)
       on conflict (company_id, invoice_id, level) do nothing returning id`,
      [currentCompanyId(), invoice.id, level],
    )
    if (!rows.length) return
    await sendMail(trx, 'invoices.mail.reminder', { to: recipientOf(invoice), payload: { invoiceId: invoice.id } })
  })
}

const recipientOf = ({ buyer, language }: ListedInvoice): MailRecipient => ({ email: buyer.email, name: buyer.contact, language })

/** The job `invoices.send`: the invoice to the buyer's address. */
export async function sendInvoice({ invoiceId }: InvoiceMailFacts): Promise<void> {
  const invoice = await findInvoice(invoiceId)
  const trigger = invoice.kind === 'credit' ? 'invoices.mail.credit' : 'invoices.mail.invoice'
  const key = `${trigger}:${invoiceId}`
  await db.transaction((trx) => sendMail(trx, trigger, { to: recipientOf(invoice), payload: { invoiceId }, key }))
}

/** The values of mails about an invoice. */
export async function invoiceValues({ invoiceId }: InvoiceMailFacts): Promise<Record<string, string>> {
  const invoice = await findInvoice(invoiceId)
  const { language } = invoice
  const day = (value: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${value}T12:00Z`))
  return {
    number: invoice.number,
    total: moneyText(invoice.total_cents, language),
    open: moneyText(invoice.open_cents, language),
    settlement: await settlementOf(invoice),
    due: day(invoice.due_on),
    iban: invoice.seller.iban,
    of: invoice.of_number ?? '–',
    ...((await opensInvoices(invoice.buyer.email)) && { actionUrl: await platformUrl(`/administratie/facturen?id=${invoice.id}`) }),
  }
}

/** Returns a text for a credit note: the money is paid back, or the remaining amount of its invoice. */
async function settlementOf(invoice: ListedInvoice): Promise<string> {
  const { language } = invoice
  const of = settlementInvoice(invoice)
  const amount = moneyText(-invoice.total_cents, language)
  if (invoice.kind === 'invoice') return ''
  if (!of) return translate(language, 'invoices.settlement.back', { amount })
  const { open_cents: open } = await findInvoice(invoice.of_invoice!)
  return translate(language, 'invoices.settlement.settled', { amount, of, open: moneyText(open, language) })
}

/** A person who booked for themselves gets the bill but may not open the list of invoices: they get no button to it. */
async function opensInvoices(email: string): Promise<boolean> {
  const members: { role: Role }[] = await db.from('kit_members').whereRaw('lower(email) = lower(?)', [email]).select('role')
  return !members.length || members.some(({ role }) => MANAGER_ROLES.includes(role))
}

/** The PDF, and the UBL for the buyer's bookkeeping. */
export async function invoiceFiles({ invoiceId }: InvoiceMailFacts): Promise<MailAttachment[]> {
  const whole = await wholeInvoice(invoiceId)
  const { number } = whole.invoice
  return [
    { name: `${number}.pdf`, contentType: 'application/pdf', content: await pdfOf(whole) },
    { name: `${number}.xml`, contentType: 'application/xml', content: new TextEncoder().encode(ublOf(whole)) },
  ]
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { MOST_TOTAL_CENTS, type Totals, totalsOf } from '#core/contract/money'
import { addDays, today } from '#core/kit/days'
import { emit } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { type InvoiceLine, type InvoiceOrder, type InvoicesService, type IssuedInvoice, invoiceIssued } from '../../contract/index.js'
import { invoicesSettings } from '../../settings.js'
import { isRegistered, sellerNow } from './seller.js'
import { type InvoiceRow, invoices, type ListedInvoice } from './store.js'
import { toBillView } from '../transformers/invoice_transformer.js'
import { maySee } from './access.js'

type Kind = 'invoice' | 'credit'
const PREFIX: Record<Kind, string> = { invoice: '', credit: 'C' }

interface Writing extends Omit<InvoiceOrder, 'paidAt'> {
  kind: Kind
  creditKey?: string
  ofInvoice?: number
  reason?: string
}

const found = async (trx: TransactionClientContract, where: object): Promise<IssuedInvoice | null> =>
  trx.from('invoices_invoices').where(where).select('id', 'number').first()

/**
 * Writes one with the next number of its series and year. The counter's row stays locked until the transaction ends: the next one waits,
 * and a rollback leaves no gap.
 */
async function write(trx: TransactionClientContract, totals: Totals, writing: Writing): Promise<IssuedInvoice> {
  const { kind, subject, lines, buyer, orderNumber, language } = writing
  if (Math.abs(totals.totalCents) > MOST_TOTAL_CENTS) throw conflict('amount_too_large')
  const seller = await sellerNow(trx as never)
  if (!seller) throw conflict('seller_missing')
  const { due_days: dueDays } = await settingsOf(invoicesSettings, trx)
  const day = today()
  const year = Number(day.slice(0, 4))
  // Last, so that the lock is held as shortly as can be.
  const { rows } = await trx.rawQuery<{ rows: { n: number }[] }>('select invoices_next_number(?, ?) as n', [kind, year])
  const sequence = rows[0]!.n
  const number = `${PREFIX[kind]}${year}-${String(sequence).padStart(5, '0')}`
  const [row] = await trx
    .table('invoices_invoices')
    .insert({
      company_id: currentCompanyId(),
      ...{ number, kind, year, sequence, subject, language },
      credit_key: writing.creditKey ?? null,
      of_invoice: writing.ofInvoice ?? null,
      reason: writing.reason ?? null,
      issued_on: day,
      due_on: kind === 'credit' ? day : addDays(day, dueDays),
      order_number: orderNumber,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      lines: JSON.stringify(lines),
      groups: JSON.stringify(totals.groups),
      net_cents: totals.netCents,
      vat_cents: totals.vatCents,
      total_cents: totals.totalCents,
    })
    .returning('id')
  const id = Number(row.id ?? row)
  await emit(trx, invoiceIssued, { invoiceId: id, number, kind, subject })
  return { id, number }
}

/** Two at once for one subject: the second waits and finds the first's. */
const lockSubject = (trx: TransactionClientContract, subject: string) =>
  trx.rawQuery(`select pg_advisory_xact_lock(hashtext('invoices'), hashtext(?))`, [`${currentCompanyId()} ${subject}`])

/** See InvoicesService.issue. */
export const issue: InvoicesService['issue'] = async (trx, { paidAt = null, ...order }) => {
  await lockSubject(trx, order.subject)
  const before = await found(trx, { kind: 'invoice', subject: order.subject })
  const totals = totalsOf(order.lines)
  if (!before && totals.totalCents <= 0) return null
  const invoice = before ?? (await write(trx, totals, { kind: 'invoice', ...order }))
  if (paidAt) await notePaid(trx, invoice.id, paidAt, 'card')
  return invoice
}

/** See InvoicesService.credit. */
export const credit: InvoicesService['credit'] = async (trx, subject, { key, lines, reason }) => {
  await lockSubject(trx, subject)
  const before = await found(trx, { kind: 'credit', subject, credit_key: key })
  if (before) return before
  const invoice: InvoiceRow | null = await trx.from('invoices_invoices').where({ kind: 'invoice', subject }).first()
  if (!invoice) return null
  const taken: InvoiceLine[] = lines === 'all' ? await allThatIsLeft(trx, invoice) : [...lines]
  const totals = totalsOf(taken)
  if (totals.totalCents >= 0) return null
  const { buyer, order_number: orderNumber, language } = invoice
  return write(trx, totals, {
    kind: 'credit',
    subject,
    lines: taken,
    buyer,
    orderNumber,
    language,
    creditKey: key,
    ofInvoice: invoice.id,
    reason,
  })
}

const negative = (line: InvoiceLine): InvoiceLine => ({ ...line, unitCents: -line.unitCents })

async function allThatIsLeft(trx: TransactionClientContract, invoice: InvoiceRow): Promise<InvoiceLine[]> {
  const credits: InvoiceRow[] = await trx.from('invoices_invoices').where({ kind: 'credit', of_invoice: invoice.id })
  return [...invoice.lines, ...credits.flatMap(({ lines }) => lines)].map(negative)
}

/** The money came; doing it twice keeps the first. */
export async function notePaid(trx: TransactionClientContract, id: number, at: Date, way: 'card' | 'hand'): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `insert into invoices_payments (company_id, invoice_id, paid_at, way) values (?, ?, ?, ?)
     on conflict (company_id, invoice_id) do nothing returning id`,
    [currentCompanyId(), id, at, way],
  )
  return rows.length > 0
}

/** What other plugins use, through the token of the contract. */
export const service: InvoicesService = {
  async seller() {
    const seller = await sellerNow()
    return { isReady: seller !== null, isRegistered: isRegistered(seller, today()) }
  },
  issue,
  credit,
  async lastBuyer(trx) {
    const row = await trx.from('invoices_invoices').where('kind', 'invoice').orderBy('id', 'desc').select('buyer').first()
    return row?.buyer ?? null
  },
  async about(session, subjects) {
    if (!subjects.length || !(await maySee(session))) return []
    const rows: ListedInvoice[] = await invoices()
      .whereIn('i.subject', [...subjects])
      .orderBy('i.id')
    return rows.map(toBillView)
  },
  async paid(trx, subject, at) {
    const invoice = await found(trx, { kind: 'invoice', subject })
    if (invoice) await notePaid(trx, invoice.id, at, 'card')
  },
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { MAX_TOTAL_CENTS, type Totals, totalsOf } from '#core/contract/money'
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
 * Issues one with the next number of its series and year, unless its subject has one. The counter's row stays locked until the transaction
 * ends: the next one waits, and a rollback leaves no gap. Of two concurrent calls for one subject the second waits and writes nothing.
 * @returns null: it exists already
 * @throws AppError 409 amount_too_large, seller_missing
 */
async function write(trx: TransactionClientContract, totals: Totals, writing: Writing): Promise<IssuedInvoice | null> {
  const { kind, subject, lines, buyer, orderNumber, language, creditKey = null } = writing
  if (Math.abs(totals.totalCents) > MAX_TOTAL_CENTS) throw conflict('amount_too_large')
  const { due_days: dueDays } = await settingsOf(invoicesSettings, trx)
  const day = today()
  const year = Number(day.slice(0, 4))
  const values: Record<string, unknown> = {
    company_id: currentCompanyId(),
    ...{ kind, year, subject, language, credit_key: creditKey },
    of_invoice: writing.ofInvoice ?? null,
    reason: writing.reason ?? null,
    issued_on: day,
    due_on: kind === 'credit' ? day : addDays(day, dueDays),
    order_number: orderNumber,
    buyer: JSON.stringify(buyer),
    lines: JSON.stringify(lines),
    groups: JSON.stringify(totals.groups),
    net_cents: totals.netCents,
    vat_cents: totals.vatCents,
    total_cents: totals.totalCents,
  }
  const columns = Object.keys(values)
  const { rows } = await trx.rawQuery<{ rows: IssuedInvoice[] }>(
    `insert into invoices_invoices (${columns.join(', ')}, sequence, number, seller)
     select ${columns.map(() => '?').join(', ')}, claimed.n, ? || lpad(claimed.n::text, greatest(5, length(claimed.n::text)), '0'), seller.details
       from invoices_claim_number(?, ?, ?, ?) as claimed (n), invoices_seller seller
      where claimed.n is not null
     returning id, number`,
    [...columns.map((column) => values[column]), `${PREFIX[kind]}${year}-`, kind, year, subject, creditKey] as never,
  )
  const made = rows[0]
  if (made) await emit(trx, invoiceIssued, { invoiceId: made.id, number: made.number, kind, subject })
  else if (!(await sellerNow(trx as never))) throw conflict('seller_missing')
  return made ?? null
}

/** See InvoicesService.issue. */
export const issue: InvoicesService['issue'] = async (trx, { paidAt = null, ...order }) => {
  const totals = totalsOf(order.lines)
  const written = totals.totalCents > 0 ? await write(trx, totals, { kind: 'invoice', ...order }) : null
  const invoice = written ?? (await found(trx, { kind: 'invoice', subject: order.subject }))
  if (invoice && paidAt) await recordPaid(trx, invoice.id, paidAt, 'card')
  return invoice
}

/** See InvoicesService.credit. */
export const credit: InvoicesService['credit'] = async (trx, subject, { key, lines, reason }) => {
  // The remaining amount is read under the same lock that invoices_claim_number takes.
  await trx.rawQuery('select invoices_lock_subject(?)', [subject])
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

/** The payment arrived; a second call keeps the first. */
export async function recordPaid(trx: TransactionClientContract, id: number, at: Date, way: 'card' | 'hand'): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `insert into invoices_payments (company_id, invoice_id, paid_at, way) values (?, ?, ?, ?)
     on conflict (company_id, invoice_id) do nothing returning id`,
    [currentCompanyId(), id, at, way],
  )
  return rows.length > 0
}

/** The service for other plugins, through the token of the contract. */
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
  async findBySubjects(session, subjects) {
    if (!subjects.length || !(await maySee(session))) return []
    const rows: ListedInvoice[] = await invoices()
      .whereIn('i.subject', [...subjects])
      .orderBy('i.id')
    return rows.map(toBillView)
  },
  async paid(trx, subject, at) {
    const invoice = await found(trx, { kind: 'invoice', subject })
    if (invoice) await recordPaid(trx, invoice.id, at, 'card')
  },
}

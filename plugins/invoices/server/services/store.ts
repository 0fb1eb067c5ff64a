import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import type { VatGroup } from '#core/contract/money'
import { memberNames } from '#core/kit/people'
import type { Buyer, InvoiceLine, InvoiceStatus, Seller } from '../../contract/index.js'

export interface InvoiceRow {
  id: number
  company_id: number
  number: string
  kind: 'invoice' | 'credit'
  subject: string
  of_invoice: number | null
  reason: string | null
  /** `yyyy-mm-dd` */
  issued_on: string
  due_on: string
  order_number: string | null
  language: string
  seller: Seller
  buyer: Buyer
  lines: InvoiceLine[]
  groups: VatGroup[]
  net_cents: number
  vat_cents: number
  total_cents: number
}
export interface ListedInvoice extends InvoiceRow {
  company_name: string
  status: InvoiceStatus
  paid_at: Date | null
  credited_cents: number
  /** For an invoice: the open amount. */
  open_cents: number
  of_number: string | null
  /** For a credit note: whether its invoice was already paid, so that the money is paid back. */
  of_was_paid: boolean
}
/** A credit note of an invoice. */
export interface CreditNote {
  id: number
  number: string
  total_cents: number
}
/** The content of an invoice: its row, its credit notes, and the names of the people it covers. */
export interface WholeInvoice {
  invoice: ListedInvoice
  credits: CreditNote[]
  names: ReadonlyMap<number, string>
}

const CREDITED = `(select coalesce(sum(-n.total_cents), 0) from invoices_invoices n
  where n.company_id = i.company_id and n.of_invoice = i.id and n.kind = 'credit')`

const OPEN = `case when i.kind = 'invoice' and p.paid_at is null then greatest(i.total_cents - ${CREDITED}, 0) else 0 end`

const OVERDUE = `l.state = 'open' and l.due_on < (now() at time zone 'Europe/Amsterdam')::date`
/** The status by its row in the list (`l`), which does not depend on the day. */
export const STATUS_CONDITIONS: Readonly<Record<InvoiceStatus, string>> = {
  open: `l.state = 'open' and l.due_on >= (now() at time zone 'Europe/Amsterdam')::date`,
  overdue: OVERDUE,
  paid: `l.state = 'paid'`,
  credited: `l.state = 'credited'`,
  credit: `l.state = 'credit'`,
}

/** Invoices with their status. */
export const invoices = () =>
  db
    .from('invoices_list as l')
    .joinRaw('join invoices_invoices i on i.company_id = l.company_id and i.id = l.id')
    .join('kit_companies as c', 'c.id', 'i.company_id')
    .joinRaw('left join invoices_payments p on p.company_id = i.company_id and p.invoice_id = i.id')
    .joinRaw('left join invoices_invoices o on o.company_id = i.company_id and o.id = i.of_invoice')
    .joinRaw('left join invoices_payments op on op.company_id = i.company_id and op.invoice_id = i.of_invoice')
    .select('i.*', 'c.name as company_name', 'p.paid_at', 'o.number as of_number')
    .select(db.raw('i.issued_on::text as issued_on, i.due_on::text as due_on'))
    .select(db.raw(`case when ${OVERDUE} then 'overdue' else l.state end as status, ${CREDITED}::int as credited_cents`))
    .select(db.raw(`${OPEN}::int as open_cents, coalesce(op.noted_at <= i.created_at, false) as of_was_paid`))

/** @throws AppError 404 */
export async function findInvoice(id: number | string): Promise<ListedInvoice> {
  const row: ListedInvoice | null = await invoices().where('i.id', id).first()
  if (!row) throw notFound()
  return row
}

/** @throws AppError 404 */
export async function wholeInvoice(id: number | string): Promise<WholeInvoice> {
  const invoice = await findInvoice(id)
  const credits: CreditNote[] = await db
    .from('invoices_invoices')
    .where('of_invoice', invoice.id)
    .orderBy('id')
    .select('id', 'number', 'total_cents')
  const names = await memberNames(invoice.lines.flatMap(({ members = [] }) => members))
  return { invoice, credits, names }
}

/** The names of the people of a line; an erased person has none. */
export const namesOf = ({ members = [] }: InvoiceLine, names: ReadonlyMap<number, string>): string[] =>
  members.flatMap((id) => names.get(id) ?? [])

/** The unpaid invoice that a credit note is settled with. Null for the others. */
export const settlementInvoice = ({ kind, of_number: of, of_was_paid: isPaid }: ListedInvoice): string | null =>
  kind === 'credit' && !isPaid ? of : null

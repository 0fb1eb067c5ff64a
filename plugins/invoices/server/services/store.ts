import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import type { VatGroup } from '#core/contract/money'
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
  of_number: string | null
}

const CREDITED = `(select coalesce(sum(-n.total_cents), 0) from invoices_invoices n
  where n.company_id = i.company_id and n.of_invoice = i.id and n.kind = 'credit')`

/** How it stands, in SQL. */
export const STATUS = `case when i.kind = 'credit' then 'credit' when p.id is not null then 'paid'
  when ${CREDITED} >= i.total_cents then 'credited'
  when i.due_on < (now() at time zone 'Europe/Amsterdam')::date then 'overdue' else 'open' end`

/** Invoices with how they stand. */
export const invoices = () =>
  db
    .from('invoices_invoices as i')
    .join('kit_companies as c', 'c.id', 'i.company_id')
    .joinRaw('left join invoices_payments p on p.company_id = i.company_id and p.invoice_id = i.id')
    .joinRaw('left join invoices_invoices o on o.company_id = i.company_id and o.id = i.of_invoice')
    .select('i.*', 'c.name as company_name', 'p.paid_at', 'o.number as of_number')
    .select(db.raw('i.issued_on::text as issued_on, i.due_on::text as due_on'))
    .select(db.raw(`${STATUS} as status, ${CREDITED}::int as credited_cents`))

/** @throws AppError 404 */
export async function findInvoice(id: number | string): Promise<ListedInvoice> {
  const row: ListedInvoice | null = await invoices().where('i.id', id).first()
  if (!row) throw notFound()
  return row
}

import { amountOf } from '#core/contract/money'
import type { BillView, Buyer, InvoiceStatus, Seller } from '../../contract/index.js'
import { type CreditNote, type ListedInvoice, namesOf, settlementInvoice, type WholeInvoice } from '../services/store.js'
import { lineVatReason, vatReason } from '../services/vat_words.js'

export interface Invoice {
  id: number
  number: string
  kind: 'invoice' | 'credit'
  company: string
  buyer: string
  issued_on: string
  due_on: string
  status: InvoiceStatus
  order_number: string | null
  net_cents: number
  vat_cents: number
  total_cents: number
  /** For an invoice: the open amount, after its credit notes. */
  open_cents: number
  paid_at: string | null
}

export const toInvoice = (row: ListedInvoice): Invoice => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  company: row.company_name,
  buyer: row.buyer.company,
  issued_on: row.issued_on,
  due_on: row.due_on,
  status: row.status,
  order_number: row.order_number,
  net_cents: row.net_cents,
  vat_cents: row.vat_cents,
  total_cents: row.total_cents,
  open_cents: row.open_cents,
  paid_at: row.paid_at?.toISOString() ?? null,
})

export interface InvoiceDetail extends Invoice {
  of: { id: number; number: string } | null
  /** For a credit note: the invoice that it is settled with; null if the money is paid back. */
  settled_with: string | null
  subject: string
  seller: Seller
  to: Buyer
  lines: { text: string; people: string[]; quantity: number; unit_cents: number; rate: number; cents: number; reason: string }[]
  vat: { rate: number; net_cents: number; cents: number; reason: string }[]
  credited_cents: number
  credits: CreditNote[]
}

export const toInvoiceDetail = ({ invoice: row, credits, names }: WholeInvoice, language: string): InvoiceDetail => ({
  ...toInvoice(row),
  of: row.of_number === null ? null : { id: row.of_invoice!, number: row.of_number },
  settled_with: settlementInvoice(row),
  subject: row.subject,
  seller: row.seller,
  to: row.buyer,
  lines: row.lines.map((line) => ({
    text: line.text,
    people: namesOf(line, names),
    quantity: line.quantity,
    unit_cents: line.unitCents,
    rate: line.vat.rate,
    cents: amountOf(line),
    reason: lineVatReason(line.vat, language),
  })),
  vat: row.groups.map(({ vat, netCents, vatCents }) => ({
    rate: vat.rate,
    net_cents: netCents,
    cents: vatCents,
    reason: vatReason(vat, language),
  })),
  credited_cents: row.credited_cents,
  credits,
})

export const toBillView = (row: ListedInvoice): BillView => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  issuedOn: row.issued_on,
  totalCents: row.total_cents,
  openCents: row.open_cents,
  settledWith: settlementInvoice(row),
})

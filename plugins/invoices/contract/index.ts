import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MoneyLine } from '#core/contract/money'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import { defineStatuses } from '#core/contract/statuses'
import type { Session } from '#core/kit/scope'

/** Who is billed, as it stands on the invoice. */
export interface Buyer {
  company: string
  contact: string
  /** Where the invoice goes. */
  email: string
  street: string
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  vatNumber: string | null
  /** Of the chamber of commerce: eight digits in the Netherlands. Left out of invoices from before it was asked. */
  registrationNumber?: string | null
}

export interface InvoiceLine extends MoneyLine {
  /** What it is for, in the invoice's language. */
  readonly text: string
  /** Memberships of who it is for. Their names are read when the invoice is drawn: who was erased is named no longer. */
  readonly members?: readonly number[]
}

export interface InvoiceOrder {
  /** What it is for, unique in the company: `booking:B000012`. The same again gives the same invoice. */
  subject: string
  lines: readonly InvoiceLine[]
  buyer: Buyer
  orderNumber: string | null
  /** Of its words. */
  language: string
  /** Paid already, by card. */
  paidAt?: Date | null
}

export interface IssuedInvoice {
  id: number
  /** Without gaps in its year and series: `2026-00042`, `C2026-00007`. */
  number: string
}

/** Who sells, as it stands on the invoice: the platform's operator. */
export interface Seller {
  name: string
  street: string
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  vatNumber: string
  /** Chamber of commerce. */
  registrationNumber: string
  iban: string
  bic: string
  email: string
  /** `yyyy-mm-dd`: since when it is in the register of vocational education (CRKBO), so that its teaching is exempt from VAT. Null or left out: it is not. */
  crkboSince?: string | null
}

/** How an invoice stands; words: `invoices.status.<status>`. */
export const INVOICE_STATUSES = ['open', 'overdue', 'paid', 'credited', 'credit'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
export const invoiceStatuses = defineStatuses('invoices.status', {
  open: ['info', 'waiting'],
  overdue: ['error', 'expired'],
  paid: ['success', 'success'],
  credited: ['neutral', 'canceled'],
  credit: ['neutral', 'receipt'],
})

/** An invoice or a credit note, for who shows it beside what it bills. */
export interface BillView {
  id: number
  number: string
  kind: 'invoice' | 'credit'
  status: InvoiceStatus
  /** `yyyy-mm-dd` */
  issuedOn: string
  totalCents: number
  /** Of an invoice: what is still to be paid, after its credit notes. */
  openCents: number
  /** Of a credit note: the invoice that it is settled with, as that was not paid; null where the money goes back. */
  settledWith: string | null
}

/** An invoice or a credit note was written. */
export const invoiceIssued = defineEvent<{ invoiceId: number; number: string; kind: 'invoice' | 'credit'; subject: string }>(
  'invoices.invoice.issued',
)

/** Bills. In the caller's transaction and the scope of the company that is billed. No invoice is ever changed. */
export interface InvoicesService {
  /** `isReady`: it can bill at all, as the seller's details are known; `isRegistered`: the seller is registered for vocational education (CRKBO) today. */
  seller(): Promise<{ isReady: boolean; isRegistered: boolean }>
  /**
   * Writes an invoice; nothing to pay (a total of 0) gives none.
   * @throws AppError 409 seller_missing; 409 amount_too_large (`MOST_TOTAL_CENTS`)
   */
  issue(trx: TransactionClientContract, order: InvoiceOrder): Promise<IssuedInvoice | null>
  /**
   * Takes back what was billed, by a credit note: given lines (negative amounts), or all of the invoice that is not credited yet.
   * @param key unique within the subject: the same credit twice is one
   * @returns null when there is no such invoice, or nothing left to credit
   */
  credit(
    trx: TransactionClientContract,
    subject: string,
    credit: { key: string; lines: readonly InvoiceLine[] | 'all'; reason: string },
  ): Promise<IssuedInvoice | null>
  /** Whom the company's last invoice went to, for a bill that nobody typed an address for; null: it has none. */
  lastBuyer(trx: TransactionClientContract): Promise<Buyer | null>
  /** Invoices of these subjects with their credit notes, in the order they were written; none where the module is denied to this person. */
  about(session: Session, subjects: readonly string[]): Promise<BillView[]>
  /** The money came. Idempotent. */
  paid(trx: TransactionClientContract, subject: string, at: Date): Promise<void>
}

export const invoicesService = defineService<InvoicesService>('invoices.service')

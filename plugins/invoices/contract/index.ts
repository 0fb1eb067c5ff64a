import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MoneyLine } from '#core/contract/money'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import { defineStatuses } from '#core/contract/statuses'
import type { Session } from '#core/kit/scope'

/** The billed party, as on the invoice. */
export interface Buyer {
  company: string
  contact: string
  /** The address that receives the invoice. */
  email: string
  street: string
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  vatNumber: string | null
  /** The number of the chamber of commerce: eight digits in the Netherlands. Absent on older invoices. */
  registrationNumber?: string | null
}

export interface InvoiceLine extends MoneyLine {
  /** The description, in the language of the invoice. */
  readonly text: string
  /** Memberships of the people it covers. Their names are read when the invoice is drawn: an erased person is no longer named. */
  readonly members?: readonly number[]
}

export interface InvoiceOrder {
  /** The subject, unique in the company: `booking:B000012`. The same subject gives the same invoice. */
  subject: string
  lines: readonly InvoiceLine[]
  buyer: Buyer
  orderNumber: string | null
  /** The language of its texts. */
  language: string
  /** Paid already, by card. */
  paidAt?: Date | null
}

export interface IssuedInvoice {
  id: number
  /** Without gaps in its year and series: `2026-00042`, `C2026-00007`. */
  number: string
}

/** The seller, as on the invoice: the platform's operator. */
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
  /**
   * `yyyy-mm-dd`: the date of registration in the register of vocational education (CRKBO), which exempts its teaching from VAT. Null or
   * absent: not registered.
   */
  crkboSince?: string | null
}

/** The status of an invoice; texts: `invoices.status.<status>`. */
export const INVOICE_STATUSES = ['open', 'overdue', 'paid', 'credited', 'credit'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
export const invoiceStatuses = defineStatuses('invoices.status', {
  open: ['info', 'waiting'],
  overdue: ['error', 'expired'],
  paid: ['success', 'success'],
  credited: ['neutral', 'canceled'],
  credit: ['neutral', 'receipt'],
})

/** An invoice or a credit note, to show beside the thing it bills. */
export interface BillView {
  id: number
  number: string
  kind: 'invoice' | 'credit'
  status: InvoiceStatus
  /** `yyyy-mm-dd` */
  issuedOn: string
  totalCents: number
  /** For an invoice: the open amount, after its credit notes. */
  openCents: number
  /** For a credit note: the unpaid invoice that it is settled with; null if the money is paid back. */
  settledWith: string | null
}

/** An invoice or a credit note was issued. */
export const invoiceIssued = defineEvent<{ invoiceId: number; number: string; kind: 'invoice' | 'credit'; subject: string }>(
  'invoices.invoice.issued',
)

/** Billing, in the caller's transaction and the scope of the billed company. No invoice ever changes. */
export interface InvoicesService {
  /**
   * `isReady`: billing is possible, because the seller's details are known; `isRegistered`: the seller is registered for vocational
   * education (CRKBO) today.
   */
  seller(): Promise<{ isReady: boolean; isRegistered: boolean }>
  /**
   * Issues an invoice; a total of 0 gives none.
   * @throws AppError 409 seller_missing; 409 amount_too_large (`MAX_TOTAL_CENTS`)
   */
  issue(trx: TransactionClientContract, order: InvoiceOrder): Promise<IssuedInvoice | null>
  /**
   * Credits an invoice with a credit note: the given lines (negative amounts), or everything that is not credited yet.
   * @param key unique within the subject: the same credit twice is one
   * @returns null when there is no such invoice, or nothing left to credit
   */
  credit(
    trx: TransactionClientContract,
    subject: string,
    credit: { key: string; lines: readonly InvoiceLine[] | 'all'; reason: string },
  ): Promise<IssuedInvoice | null>
  /** The recipient of the company's last invoice, for a bill without an entered address; null when it has none. */
  lastBuyer(trx: TransactionClientContract): Promise<Buyer | null>
  /** Invoices of these subjects with their credit notes, in the order of issue; none when this person has no access to the module. */
  findBySubjects(session: Session, subjects: readonly string[]): Promise<BillView[]>
  /** The payment arrived. Idempotent. */
  paid(trx: TransactionClientContract, subject: string, at: Date): Promise<void>
}

export const invoicesService = defineService<InvoicesService>('invoices.service')

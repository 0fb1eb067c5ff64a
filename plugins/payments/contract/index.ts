import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'

/** Lapsed: not paid in time. Refunded: everything was paid back. */
export const PAYMENT_STATES = ['open', 'paid', 'failed', 'lapsed', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The minimum amount of a card payment, in cents. */
export const MIN_CENTS = 50

/**
 * In the return address after a payment: the page waits for the provider's confirmation instead of asking for money again. No server trusts
 * it.
 */
export const PAID_PARAM = 'betaald'

export interface PaymentRequest {
  /** Chosen by the caller, unique in its company: `booking:B2026-00012`. */
  key: string
  /** With VAT, in whole cents, at least `MIN_CENTS`. */
  amountCents: number
  /** The text for the person at the provider and on their statement. */
  description: string
  /** Prefilled at the provider; not stored here. */
  email: string
  /** Two letters. */
  language: string
  /** The path to which the provider redirects the browser, with `PAID_PARAM` after a payment; starts with a slash. */
  returnPath: string
  /** The deadline for paying. A provider's minimum is half an hour: it may be extended, never shortened. */
  lapsesAt: Date
}

/** Card payments. Runs in the scope of the company of the payment. */
export interface PaymentsService {
  /** Whether a provider is configured: without one, card payment is not offered. */
  isAvailable(): Promise<boolean>
  /**
   * Opens a payment, or finds the open one of this key. A failed or lapsed one is opened again. Never inside a transaction: it calls the
   * provider.
   * @returns the address where the person pays
   * @throws AppError 502 payment_provider_away; 409 amount_too_small; 409 already_paid; 409 payment_changed (open with another amount); 409
   * payment_differs (another amount was paid and is not refunded yet)
   */
  open(request: PaymentRequest): Promise<{ url: string }>
  /** The known state; null: no payment has this key. */
  state(key: string): Promise<PaymentState | null>
  /** Asks the provider now whether it was paid, instead of waiting for the webhook. @throws AppError 502 payment_provider_away */
  compare(key: string): Promise<PaymentState | null>
  /**
   * Asks the provider whether this key may be charged again, in case a payment was made a moment ago and its webhook is on the way.
   * @throws AppError 409 already_paid (and it is recorded); 409 payment_waits (completed at the provider, the bank has not responded); 502
   * payment_provider_away
   */
  assertUnpaid(key: string): Promise<void>
  /**
   * Refunds money, by a job after the caller's transaction. Idempotent per key and reason; one that the provider refused is requested
   * again. For a payment with a wrong amount everything received is refunded, whatever is requested: nothing was sold for it.
   * @param reason short and stable, such as the number of the credit note
   * @param slackCents the request may exceed the remainder by this amount, which is left out: credit notes of parts round their VAT
   * separately
   * @throws AppError 409 not_paid; 409 more_than_paid
   */
  refund(trx: TransactionClientContract, key: string, amountCents: number, reason: string, slackCents?: number): Promise<void>
}

export const paymentsService = defineService<PaymentsService>('payments.service')

/** The provider received the money. Once per key. */
export const paymentPaid = defineEvent<{ key: string; amountCents: number; paidAt: string }>('payments.payment.paid')
/** It was declined, or not paid in time; the key can be opened again. Once per attempt. */
export const paymentFailed = defineEvent<{ key: string; reason: 'declined' | 'lapsed' | 'amount_differs' }>('payments.payment.failed')
/** Money was refunded. Once per refund. */
export const paymentRefunded = defineEvent<{ key: string; amountCents: number; reason: string }>('payments.payment.refunded')

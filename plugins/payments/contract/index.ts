import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'

/** Lapsed: nobody paid in time. Refunded: all of it went back. */
export const PAYMENT_STATES = ['open', 'paid', 'failed', 'lapsed', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Less than that no card takes, in cents. */
export const LEAST_CENTS = 50

/** In the address of who comes back from having paid: a page waits for the provider's word instead of asking for money again. Believed by no server. */
export const PAID_PARAM = 'betaald'

export interface PaymentRequest {
  /** Of whoever asks, unique in its company: `booking:B2026-00012`. */
  key: string
  /** With VAT, in whole cents, at least `LEAST_CENTS`. */
  amountCents: number
  /** What the person reads at the provider and on their statement. */
  description: string
  /** Filled in at the provider; not kept here. */
  email: string
  /** Two letters. */
  language: string
  /** Where the provider sends the browser afterwards, with `PAID_PARAM` when it was paid there; begins with a slash. */
  returnPath: string
  /** Until when it can be paid. A provider takes no less than half an hour: later at most, never earlier. */
  lapsesAt: Date
}

/** Paying by card. Runs in the scope of the company whose payment it is. */
export interface PaymentsService {
  /** Whether there is a provider at all: without one, paying by card is not offered. */
  isAvailable(): Promise<boolean>
  /**
   * Opens a payment, or finds the open one of this key. What failed or lapsed is opened anew. Never inside a transaction: it calls
   * the provider.
   * @returns where the person goes to pay
   * @throws AppError 502 payment_provider_away; 409 amount_too_small; 409 already_paid; 409 payment_changed (open with another amount);
   *   409 payment_differs (another amount was paid, and did not go back yet)
   */
  open(request: PaymentRequest): Promise<{ url: string }>
  /** What is known of it now; null: there is none of this key. */
  state(key: string): Promise<PaymentState | null>
  /** Asks the provider now whether it was paid, instead of waiting for its word. @throws AppError 502 payment_provider_away */
  compare(key: string): Promise<PaymentState | null>
  /**
   * Asks the provider whether more may be asked of this key: of who paid a moment ago, whose word is still under way, nothing.
   * @throws AppError 409 already_paid (and it is taken in); 409 payment_waits (done at the provider, the bank has not answered);
   *   502 payment_provider_away
   */
  assertUnpaid(key: string): Promise<void>
  /**
   * Gives money back, by a job after the caller's transaction. Same key and reason twice: once; one that the provider refused is asked
   * for again. Of a payment whose amount differs all that came goes back, whatever is asked: nothing was sold for it.
   * @param reason short and stable, such as the number of the credit note
   * @param slackCents so much more than is left may be asked, and is left out: credit notes of parts round their VAT apart
   * @throws AppError 409 not_paid; 409 more_than_paid
   */
  refund(trx: TransactionClientContract, key: string, amountCents: number, reason: string, slackCents?: number): Promise<void>
}

export const paymentsService = defineService<PaymentsService>('payments.service')

/** The provider has the money. Once per key. */
export const paymentPaid = defineEvent<{ key: string; amountCents: number; paidAt: string }>('payments.payment.paid')
/** It was declined, or nobody paid in time; the key can be opened again. Once per try. */
export const paymentFailed = defineEvent<{ key: string; reason: 'declined' | 'lapsed' | 'amount_differs' }>('payments.payment.failed')
/** Money went back. Once per refund. */
export const paymentRefunded = defineEvent<{ key: string; amountCents: number; reason: string }>('payments.payment.refunded')

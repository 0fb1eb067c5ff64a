import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { emit, sendJob } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { paymentRefunded } from '../../contract/index.js'
import { stripe } from '../stripe/provider.js'
import { requestRefund } from './facts.js'
import { type PaymentRow, findPayment } from './payments.js'
import { REFUND_JOB } from '../jobs.js'

/** Refunds money by a job: see the contract. */
export async function refundPayment(
  trx: TransactionClientContract,
  key: string,
  cents: number,
  reason: string,
  slackCents = 0,
): Promise<void> {
  const payment = await findPayment(key, trx)
  if (payment && !payment.paid_at && payment.differs) return giveBackAll(trx, payment, reason)
  if (!payment?.paid_at) throw conflict('not_paid')
  const others = await trx
    .from('payments_refunds')
    .where('payment_id', payment.id)
    .whereNot('reason', reason)
    .whereNull('intent')
    .whereNull('failure')
    .sum('amount_cents as cents')
    .first()
  const left = payment.amount_cents - Math.max(Number(others?.cents ?? 0), 0)
  if (cents > left + slackCents) throw conflict('more_than_paid')
  if (left > 0) await requestRefund(trx, payment, { cents: Math.min(cents, left), reason, intent: null })
}

/** A payment with a wrong amount is refunded completely, once, whatever the reasons. */
async function giveBackAll(trx: TransactionClientContract, payment: PaymentRow, reason: string): Promise<void> {
  const before = await trx.from('payments_refunds').where('payment_id', payment.id).whereNull('failure').first()
  if (!before) await requestRefund(trx, payment, { cents: payment.received_cents!, reason, intent: null })
}

/**
 * Requests a refused refund again.
 * @returns whether there was one
 */
export async function refundAgain(trx: TransactionClientContract, paymentId: number): Promise<boolean> {
  const refused: { id: number }[] = await trx
    .from('payments_refunds')
    .where('payment_id', paymentId)
    .whereNotNull('failure')
    .update({ failure: null, tries: trx.raw('tries + 1') as never })
    .returning('id')
  for (const { id } of refused) await sendJob(trx, REFUND_JOB, { refundId: id })
  return refused.length > 0
}

/** Calls the provider. The queue retries; the same refund is requested once. */
export async function sendRefund({ refundId }: { refundId: number }): Promise<void> {
  const row = await db
    .from('payments_refunds as r')
    .join('payments_payments as p', 'p.id', 'r.payment_id')
    .where('r.id', refundId)
    .whereNull('r.sent_at')
    .whereNull('r.failure')
    .select(
      'r.id',
      'r.amount_cents',
      'r.reason',
      'r.tries',
      'r.intent as other_intent',
      'p.id as payment_id',
      'p.key',
      'p.intent',
      'p.refunded_cents',
    )
    .first()
  if (!row) return
  const client = await stripe()
  const metadata = { company: String(currentCompanyId()), key: row.key, reason: row.reason }
  let refund: { id: string } | null = null
  let failure: string | null = null
  try {
    refund = await client.refunds.create(
      { payment_intent: row.other_intent ?? row.intent, amount: row.amount_cents, metadata },
      // The provider remembers a refusal by its key, so a repeated request has another key.
      { idempotencyKey: `refund:${currentCompanyId()}:${refundId}${row.tries > 1 ? `:${row.tries}` : ''}` },
    )
  } catch (error) {
    const { type, code, message } = error as { type?: string; code?: string; message?: string }
    // Down or slow: the queue retries. Refused: permanent, and a person has to look at it.
    if (type !== 'StripeInvalidRequestError') throw error
    failure = `${code ?? 'refused'}: ${message ?? ''}`.slice(0, 300)
  }
  await db.transaction(async (trx) => {
    // Lock the payment first, as a refund request does: another order could cause a deadlock.
    await trx.from('payments_payments').where('id', row.payment_id).forUpdate().select('id')
    const changed = await trx
      .from('payments_refunds')
      .where('id', refundId)
      .whereNull('sent_at')
      .update(failure ? { failure } : { sent_at: new Date(), refund: refund!.id })
    if (failure || Number(changed) !== 1 || row.other_intent) return
    await trx
      .from('payments_payments')
      .where('id', row.payment_id)
      .update({ refunded_cents: trx.raw('least(amount_cents, refunded_cents + ?)', [row.amount_cents]) as never })
    await emit(trx, paymentRefunded, { key: row.key, amountCents: row.amount_cents, reason: row.reason })
  })
}

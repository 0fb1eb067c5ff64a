import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emit, sendJob } from '#core/kit/events'
import { paymentFailed, paymentPaid, paymentRefunded } from '../../contract/index.js'
import { REFUND_JOB } from '../jobs.js'
import { type PaymentRow, findPayment } from './payments.js'

/** A report of the provider about a payment, without names. */
export type Fact = { key: string; try: number } & (
  | { kind: 'paid'; amountCents: number; currency: string; intent: string; at: string }
  | { kind: 'failed'; at: string }
  | { kind: 'lapsed'; at: string }
  | { kind: 'refunded'; totalCents: number; intent: string }
)

/**
 * Stores a fact once, in any order and however often it is reported. In the company's scope.
 * @throws Error when there is no such payment: the queue retries
 */
export async function applyFact(fact: Fact): Promise<void> {
  await db.transaction(async (trx) => {
    const payment = await findPayment(fact.key, trx)
    if (!payment) throw new Error(`There is no payment "${fact.key}".`)
    if (fact.kind === 'paid') return takePaid(trx, payment, fact)
    if (fact.kind === 'refunded') return takeRefunded(trx, payment, fact)
    // For an abandoned attempt: the next one counts.
    if (fact.try !== payment.tries || payment.paid_at) return
    const column = fact.kind === 'failed' ? 'failed_at' : 'lapsed_at'
    if (payment[column]) return
    await update(trx, payment, { [column]: fact.at })
    await emit(trx, paymentFailed, { key: payment.key, reason: fact.kind === 'failed' ? 'declined' : 'lapsed' })
  })
}

const update = (trx: TransactionClientContract, { id }: PaymentRow, values: Record<string, unknown>) =>
  trx.from('payments_payments').where('id', id).update(values)

async function takePaid(trx: TransactionClientContract, payment: PaymentRow, fact: Fact & { kind: 'paid' }): Promise<void> {
  if (payment.paid_at) {
    // Two attempts were paid, which the provider's limits make nearly impossible: one of them is refunded.
    if (payment.intent !== fact.intent)
      await requestRefund(trx, payment, { cents: fact.amountCents, reason: `double:${fact.intent}`, intent: fact.intent })
    return
  }
  // Repeated for an attempt whose money was refunded.
  const before = await trx.from('payments_refunds').where({ payment_id: payment.id, intent: fact.intent }).first()
  if (before) return
  if (fact.currency !== 'eur' || fact.amountCents !== payment.amount_cents) {
    if (payment.differs) return
    await update(trx, payment, { differs: true, failed_at: fact.at, intent: fact.intent, received_cents: fact.amountCents })
    await emit(trx, paymentFailed, { key: payment.key, reason: 'amount_differs' })
    return
  }
  await update(trx, payment, { paid_at: fact.at, intent: fact.intent })
  await emit(trx, paymentPaid, { key: payment.key, amountCents: payment.amount_cents, paidAt: fact.at })
}

/** Refunds made by hand at the provider. Our own are identified by the response to our request. */
async function takeRefunded(trx: TransactionClientContract, payment: PaymentRow, fact: Fact & { kind: 'refunded' }): Promise<void> {
  if (payment.intent && payment.intent !== fact.intent) return
  // A payment with a wrong amount is refunded completely, identified by the response to our request.
  if (payment.differs && !payment.paid_at) return
  if (!payment.paid_at) throw new Error(`Payment "${payment.key}" was given back before we know that it was paid.`)
  const own = await trx
    .from('payments_refunds')
    .where('payment_id', payment.id)
    .whereNull('intent')
    .whereNull('failure')
    .select(
      trx.raw(
        'coalesce(sum(amount_cents), 0)::int as asked, coalesce(sum(amount_cents) filter (where sent_at is not null), 0)::int as sent',
      ),
    )
    .first()
  // The part of the total that is not ours and not known yet. Ours may be reported before the response arrives.
  const byHand = Math.min(fact.totalCents, payment.amount_cents) - own.asked - (payment.refunded_cents - own.sent)
  if (byHand <= 0) return
  await update(trx, payment, { refunded_cents: payment.refunded_cents + byHand })
  await emit(trx, paymentRefunded, { key: payment.key, amountCents: byHand, reason: 'by_hand' })
}

/** Records a refund, once per payment and reason, and dispatches its job. A refused one is requested again. */
export async function requestRefund(
  trx: TransactionClientContract,
  payment: PaymentRow,
  { cents, reason, intent }: { cents: number; reason: string; intent: string | null },
): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into payments_refunds (company_id, payment_id, amount_cents, reason, intent)
     select company_id, id, ?, ?, ? from payments_payments where id = ?
     on conflict (company_id, payment_id, reason) do update set failure = null, tries = payments_refunds.tries + 1
       where payments_refunds.failure is not null and payments_refunds.amount_cents = excluded.amount_cents returning id`,
    [cents, reason, intent, payment.id] as never[],
  )
  if (rows[0]) await sendJob(trx, REFUND_JOB, { refundId: rows[0].id })
}

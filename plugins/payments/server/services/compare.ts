import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { type Session, inCompanyOfRow } from '#core/kit/scope'
import { stripe, provider } from '../stripe/provider.js'
import { factOfSession } from '../stripe/messages.js'
import type { PaymentState } from '../../contract/index.js'
import { applyFact } from './facts.js'
import { findPayment, stateOf } from './payments.js'
import { away } from './provider_errors.js'

const AT_ONCE = 200

/** Reads a payment's state from the provider and stores it. See the contract. */
export async function comparePayment(key: string): Promise<PaymentState | null> {
  const row = await findPayment(key)
  if (!row) return null
  if (row.session && !row.paid_at && provider()) {
    const session = await (await stripe()).checkout.sessions.retrieve(row.session).catch(away)
    const fact = factOfSession(session, new Date())
    if (fact) await applyFact(fact)
  }
  const now = await findPayment(key)
  return now && stateOf(now)
}

/** See the contract. */
export async function assertUnpaid(key: string): Promise<void> {
  const row = await findPayment(key)
  if (row?.paid_at) throw conflict('already_paid')
  if (!row?.session || row.differs || !provider()) return
  const session = await (await stripe()).checkout.sessions.retrieve(row.session).catch(away)
  const fact = factOfSession(session, new Date())
  if (fact) await applyFact(fact)
  if (session.payment_status === 'paid') throw conflict('already_paid')
  // For example a direct debit, which takes days.
  if (session.status === 'complete' && row.failed_at === null) throw conflict('payment_waits')
}

/** The same for a row that a person is viewing. @throws AppError 404 for another company's */
export async function compareRow(session: Session, id: string): Promise<PaymentState | null> {
  return inCompanyOfRow(session, { table: 'payments_payments', id, reason: 'payments.compare' }, async () => {
    const row: { key: string } | null = await db.from('payments_payments').where('id', id).select('key').first()
    if (!row) throw notFound()
    return comparePayment(row.key)
  })
}

/** In each company: payments without a webhook, in case it was lost. */
export async function compareOpen(): Promise<void> {
  if (!provider()) return
  const rows: { key: string }[] = await db
    .from('payments_payments')
    .whereNull('paid_at')
    .whereNull('lapsed_at')
    .whereNotNull('session')
    .where('created_at', '<', new Date(Date.now() - 10 * 60_000))
    .orderBy('created_at')
    .limit(AT_ONCE)
    .select('key')
  for (const { key } of rows) await comparePayment(key)
}

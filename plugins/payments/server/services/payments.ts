import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PaymentState } from '../../contract/index.js'

export interface PaymentRow {
  id: number
  key: string
  amount_cents: number
  description: string
  tries: number
  lapses_at: Date
  session: string | null
  url: string | null
  intent: string | null
  paid_at: Date | null
  failed_at: Date | null
  lapsed_at: Date | null
  differs: boolean
  /** The result of a payment with a wrong amount; null: the amount is right. */
  received_cents: number | null
  refunded_cents: number
  created_at: Date
}

/** The state that follows from the facts; the column `state` stores the same for lists. Pure. */
export function stateOf(row: Pick<PaymentRow, 'paid_at' | 'refunded_cents' | 'amount_cents' | 'lapsed_at' | 'failed_at'>): PaymentState {
  if (row.paid_at) return row.refunded_cents >= row.amount_cents ? 'refunded' : 'paid'
  if (row.lapsed_at) return 'lapsed'
  return row.failed_at ? 'failed' : 'open'
}

/** A payment of the current company, or null. */
export async function findPayment(key: string, trx?: TransactionClientContract): Promise<PaymentRow | null> {
  const query = (trx ?? db).from('payments_payments').where('key', key)
  if (trx) query.forUpdate()
  return query.first()
}

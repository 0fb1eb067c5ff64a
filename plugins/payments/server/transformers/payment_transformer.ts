import type { PaymentState } from '../../contract/index.js'
import type { PaymentRow } from '../services/payments.js'

export interface ListedPayment extends PaymentRow {
  company_id: number
  company: string
  state: PaymentState
  /** The provider refused a refund. */
  refused: boolean
}

/** A payment as lists show it; amounts in whole cents. */
export function toPayment(row: ListedPayment) {
  return {
    id: row.id,
    key: row.key,
    company: row.company,
    description: row.description,
    amount_cents: row.amount_cents,
    refunded_cents: row.refunded_cents,
    state: row.state,
    differs: row.differs,
    received_cents: row.received_cents,
    refund_refused: row.refused,
    created_at: new Date(row.created_at).toISOString(),
    paid_at: row.paid_at && new Date(row.paid_at).toISOString(),
  }
}

export type PaymentView = ReturnType<typeof toPayment>

import { type Session, newId } from './state.js'

/** A session in the format of the provider's API, with the fields that are read. */
export const sessionObject = (session: Session, url: string) => ({
  id: session.id,
  object: 'checkout.session',
  amount_total: session.amount,
  currency: session.currency,
  customer_email: session.email,
  expires_at: session.expires,
  livemode: false,
  metadata: session.metadata,
  mode: 'payment',
  payment_intent: session.paid ? session.intent : null,
  payment_status: session.paid ? 'paid' : 'unpaid',
  status: session.status,
  url: session.status === 'open' ? `${url}/pay/${session.id}` : null,
})

export const intentObject = (session: Session) => ({
  id: session.intent,
  object: 'payment_intent',
  amount: session.amount,
  currency: session.currency,
  metadata: session.metadata,
  status: session.paid ? 'succeeded' : 'requires_payment_method',
})

export const chargeObject = (session: Session) => ({
  id: session.intent.replace('pi_', 'ch_'),
  object: 'charge',
  amount: session.amount,
  amount_refunded: session.refunded,
  currency: session.currency,
  metadata: session.metadata,
  payment_intent: session.intent,
  refunded: session.refunded === session.amount,
})

export const eventObject = (type: string, object: object) => ({
  id: newId('evt'),
  object: 'event',
  api_version: '2025-01-01',
  created: Math.floor(Date.now() / 1000),
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})

import type Stripe from 'stripe'
import { AppError } from '#core/contract/errors'
import type { Fact } from '../services/facts.js'

interface Marks {
  company: number
  key: string
  try: number
}

/** The metadata that we set when the payment was opened; null: not ours. */
function marksOf(metadata: Record<string, string> | null | undefined): Marks | null {
  const company = Number(metadata?.company)
  const tries = Number(metadata?.try)
  if (!metadata?.key || metadata.key.length > 200 || !Number.isSafeInteger(company) || !Number.isSafeInteger(tries)) return null
  return { company, key: metadata.key, try: tries }
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const idOf = (value: string | { id: string } | null | undefined) => (typeof value === 'string' ? value : (value?.id ?? ''))

/** The facts of a fetched session. Pure. @param now when it was fetched */
export function factOfSession(session: Stripe.Checkout.Session, now: Date): Fact | null {
  const marks = marksOf(session.metadata)
  if (!marks) return null
  const { company: _, ...of } = marks
  if (session.payment_status === 'paid')
    return {
      ...of,
      ...{ kind: 'paid', amountCents: session.amount_total ?? 0, currency: session.currency ?? '' },
      ...{ intent: idOf(session.payment_intent), at: now.toISOString() },
    }
  return session.status === 'expired' ? { ...of, kind: 'lapsed', at: now.toISOString() } : null
}

/**
 * The facts of an event of the provider, and its payment. Pure.
 * @returns null for an event about no payment of ours
 * @throws AppError 400 malformed_event: one of ours without its time
 */
export function factOfEvent(event: Stripe.Event): { companyId: number; fact: Fact } | null {
  const { object } = event.data as { object: { metadata?: Record<string, string> | null } }
  const marks = marksOf(object.metadata)
  if (!marks) return null
  const { company: companyId, ...of } = marks
  if (event.created === undefined) throw new AppError(400, 'malformed_event')
  const at = isoOf(event.created)
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const fact = factOfSession(event.data.object, new Date(at))
      return fact && { companyId, fact }
    }
    case 'checkout.session.async_payment_failed':
    case 'payment_intent.payment_failed':
      return { companyId, fact: { ...of, kind: 'failed', at } }
    case 'checkout.session.expired':
      return { companyId, fact: { ...of, kind: 'lapsed', at } }
    case 'charge.refunded': {
      const { amount_refunded: totalCents, payment_intent: intent } = event.data.object
      return { companyId, fact: { ...of, kind: 'refunded', totalCents, intent: idOf(intent) } }
    }
    default:
      return null
  }
}

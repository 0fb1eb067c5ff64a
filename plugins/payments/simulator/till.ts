import { eventObject, intentObject, sessionObject } from './objects.js'
import type { Session } from './state.js'

/** The actions of a person, or a test, on the simulator's page. */
export const WAYS = ['pay', 'decline', 'late', 'double', 'reorder', 'leave'] as const
export type Way = (typeof WAYS)[number]

export interface Told {
  events: object[]
  /** In milliseconds from now. */
  after: number
}

const LATE_MS = 20_000

/** Changes a session, and returns the events to send and their times. */
export function settle(session: Session, way: Way, url: string): Told[] {
  if (session.status !== 'open' || way === 'leave') return []
  const declined = () => eventObject('payment_intent.payment_failed', intentObject(session))
  if (way === 'decline') return [{ events: [declined()], after: 0 }]
  const refused = way === 'reorder' ? declined() : null
  session.status = 'complete'
  session.paid = true
  const paid = eventObject('checkout.session.completed', sessionObject(session, url))
  if (way === 'late') return [{ events: [paid], after: LATE_MS }]
  if (way === 'double') return [{ events: [paid, paid], after: 0 }]
  // First refused, then paid; the events arrive in reverse order.
  if (refused) return [{ events: [paid, refused], after: 0 }]
  return [{ events: [paid], after: 0 }]
}

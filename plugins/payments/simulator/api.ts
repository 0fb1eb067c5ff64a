import { parse } from 'qs'
import { eventObject, chargeObject, sessionObject } from './objects.js'
import { type Session, type SimulatorState, newId } from './state.js'

export interface Call {
  method: string
  path: string
  body: string
  header: (name: string) => string | undefined
}

export interface Answer {
  status: number
  body: object
}

interface Simulated {
  state: SimulatorState
  url: () => string
  secretKey: string
  tell: (...events: object[]) => void
}

const refusal = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: { error: { type, message, ...(code && { code }) } },
})
const wrong = (message: string, code?: string) => refusal(400, 'invalid_request_error', message, code)

/** The provider's API, as far as the platform calls it, in its own wire format: forms in, JSON out. */
export function answer(simulated: Simulated, call: Call): Answer {
  if (call.header('authorization') !== `Bearer ${simulated.secretKey}`)
    return refusal(401, 'invalid_request_error', 'Invalid API Key provided')
  const key = call.method === 'POST' ? call.header('idempotency-key') : undefined
  const words = `${call.path} ${call.body}`
  const known = key ? simulated.state.kept.answers[key] : undefined
  if (known) {
    if (known.words !== words)
      return refusal(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters')
    return { status: known.status, body: JSON.parse(known.body) as object }
  }
  const given = route(simulated, call)
  if (key && given.status < 500) simulated.state.kept.answers[key] = { words, status: given.status, body: JSON.stringify(given.body) }
  simulated.state.save()
  return given
}

function route(simulated: Simulated, { method, path, body }: Call): Answer {
  const form = parse(body, { depth: 10, arrayLimit: 100 }) as Record<string, never>
  const [, resource, id, act] = /^\/v1\/(checkout\/sessions|refunds)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (resource === 'refunds' && method === 'POST' && !id) return refund(simulated, form)
  if (resource !== 'checkout/sessions') return refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`)
  if (!id) return method === 'POST' ? openSession(simulated, form) : wrong('Lists are not simulated')
  const session = simulated.state.kept.sessions[id]
  if (!session) return refusal(404, 'invalid_request_error', `No such checkout.session: '${id}'`, 'resource_missing')
  expireSession(simulated, session)
  if (act === 'expire' && method === 'POST') {
    if (session.status !== 'open') return wrong('Only Checkout Sessions with a status in ["open"] can be expired')
    expire(simulated, session)
  }
  return { status: 200, body: sessionObject(session, simulated.url()) }
}

/** An unpaid session expires. */
export function expireSession(simulated: Simulated, session: Session): void {
  if (session.status === 'open' && session.expires * 1000 < Date.now()) expire(simulated, session)
}

function expire({ state, url, tell }: Simulated, session: Session): void {
  session.status = 'expired'
  state.save()
  tell(eventObject('checkout.session.expired', sessionObject(session, url())))
}

interface SessionForm {
  mode?: string
  success_url?: string
  cancel_url?: string
  customer_email?: string
  locale?: string
  expires_at?: string
  metadata?: Record<string, string>
  line_items?: { quantity?: string; price_data?: { currency?: string; unit_amount?: string; product_data?: { name?: string } } }[]
}

function openSession({ state, url }: Simulated, form: SessionForm): Answer {
  const [item] = form.line_items ?? []
  const amount = Number(item?.price_data?.unit_amount) * Number(item?.quantity)
  const expires = Number(form.expires_at ?? Math.floor(Date.now() / 1000) + 86_400)
  const ahead = expires - Date.now() / 1000
  if (form.mode !== 'payment' || !form.success_url) return wrong('Missing required param')
  if (!Number.isSafeInteger(amount) || amount < 50) return wrong('Amount must be at least €0.50 eur', 'amount_too_small')
  if (ahead < 30 * 60 || ahead > 24 * 3600) return wrong('The `expires_at` timestamp must be between 30 minutes and 24 hours from now')
  const session: Session = {
    id: newId('cs_test'),
    intent: newId('pi'),
    amount,
    currency: item?.price_data?.currency ?? 'eur',
    name: item?.price_data?.product_data?.name ?? '',
    email: form.customer_email ?? '',
    locale: form.locale ?? 'en',
    success: form.success_url,
    cancel: form.cancel_url ?? form.success_url,
    expires,
    metadata: { ...form.metadata },
    status: 'open',
    paid: false,
    refunded: 0,
  }
  state.kept.sessions[session.id] = session
  return { status: 200, body: sessionObject(session, url()) }
}

function refund({ state, tell }: Simulated, form: { payment_intent?: string; amount?: string }): Answer {
  const session = state.ofIntent(form.payment_intent ?? '')
  if (!session?.paid) return wrong(`No such payment_intent: '${form.payment_intent}'`, 'resource_missing')
  const amount = Number(form.amount ?? session.amount - session.refunded)
  if (session.refunded === session.amount) return wrong('The payment has already been refunded.', 'charge_already_refunded')
  if (!Number.isSafeInteger(amount) || amount < 1 || session.refunded + amount > session.amount)
    return wrong('Refund amount is greater than the unrefunded amount')
  const id = newId('re')
  session.refunded += amount
  state.kept.refunds[id] = { intent: session.intent, amount }
  tell(eventObject('charge.refunded', chargeObject(session)))
  return {
    status: 200,
    body: { id, object: 'refund', amount, currency: session.currency, payment_intent: session.intent, status: 'succeeded' },
  }
}

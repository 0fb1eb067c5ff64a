import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { PaymentRequest } from '../contract/index.js'
import type { Simulator } from '../simulator/server.js'
import type { Way } from '../simulator/till.js'

const app = await testApp()
const WEBHOOK = `${app.url}/public/booking/payment/webhook`
let folder: string
let simulator: Simulator
const { startSimulator } = await import('../simulator/server.js')
const { useProvider } = await import('../server/stripe/provider.js')
const { service } = await import('../server/services/service.js')
const db = async () => (await import('@adonisjs/lucid/services/db')).default
const noordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payments-'))
  simulator = await startSimulator({ folder, webhook: WEBHOOK })
  useProvider(simulator.settings)
})
afterAll(async () => {
  await simulator.stop()
  useProvider(null)
  await rm(folder, { recursive: true })
})

let n = 0
const request = (change: Partial<PaymentRequest> = {}): PaymentRequest => ({
  key: `booking:test-${++n}`,
  amountCents: 12_100,
  description: 'VCA Basis, 1 persoon',
  email: 'koper@noordwind.example',
  language: 'nl',
  returnPath: '/intern/booking?klaar=1',
  lapsesAt: new Date(Date.now() + 1_800_000),
  ...change,
})
const open = (asked: PaymentRequest) => noordwind(() => service.open(asked))
const state = (key: string) => noordwind(() => service.state(key))
const sessionIn = (url: string) => url.split('/').at(-1)!
/** Events of one payment, as listeners receive them. */
const told = async (key: string) =>
  app.asSystem(async () => {
    const rows: { name: string; payload: { key?: string; reason?: string; amountCents?: number } }[] = await (
      await db()
    )
      .from('core_outbox')
      .where('kind', 'event')
      .whereLike('name', 'payments.%')
      .orderBy('id')
      .select('name', 'payload')
    return rows
      .filter(({ payload }) => payload.key === key)
      .map(({ name, payload }) => [name.split('.').at(-1), payload.reason ?? payload.amountCents])
  })
/** Waits until the platform has accepted and handled every event. */
async function allDelivered(): Promise<void> {
  await expect.poll(() => simulator.undelivered(), { timeout: 300_000 }).toBe(0)
  await app.settle()
}
async function until(key: string, wanted: string): Promise<void> {
  const end = Date.now() + 120_000
  while ((await state(key)) !== wanted) {
    if (Date.now() > end) throw new Error(`"${key}" is ${await state(key)}, not ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await app.settle()
}
async function opened(way: Way, change: Partial<PaymentRequest> = {}) {
  const asked = request(change)
  const { url } = await open(asked)
  simulator.settle(sessionIn(url), way)
  return { ...asked, url }
}
const post = (body: string, secret = simulator.settings.webhookSecret, timestamp?: number) =>
  fetch(WEBHOOK, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...(timestamp && { timestamp }) }),
    },
  })
const companyId = (login: string) =>
  app.asSystem(async () => (await (await db()).from('core_companies').where('login_id', login).select('id').first()).id as number)

describe('a payment', () => {
  it('is opened once for repeated requests, and paid once for repeated events', async () => {
    const asked = request()
    const urls = await Promise.all(Array.from({ length: 12 }, () => open(asked)))
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1)
    expect(await state(asked.key)).toBe('open')
    simulator.settle(sessionIn(urls[0]!.url), 'double')
    await until(asked.key, 'paid')
    expect(await told(asked.key)).toEqual([['paid', 12_100]])
    await expect(open(asked)).rejects.toMatchObject({ code: 'already_paid' })
  })

  it('below the card minimum is refused before the provider is called', async () => {
    simulator.faults.isDown = true
    await expect(open(request({ amountCents: 49 }))).rejects.toMatchObject({ code: 'amount_too_small', status: 409 })
    simulator.faults.isDown = false
    expect((await open(request({ amountCents: 50 }))).url).toContain('cs_test')
  })

  it('continues for a colleague with another language and address', async () => {
    const asked = request()
    const { url } = await open(asked)
    const colleague = { ...asked, description: 'VCA Basic, 1 person', language: 'en', email: 'buyer@noordwind.example' }
    expect(await open(colleague)).toEqual({ url })
    // Also when the response to the first one was lost.
    await app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).update({ url: null, session: null }))
    expect((await open(colleague)).url).toContain('cs_test')
  })

  it('that was declined can still be paid, and is paid when events arrive in the wrong order', async () => {
    const declined = await opened('decline')
    await until(declined.key, 'failed')
    expect(await open(declined)).toEqual({ url: declined.url })
    simulator.settle(sessionIn(declined.url), 'pay')
    await until(declined.key, 'paid')
    expect(await told(declined.key)).toEqual([
      ['failed', 'declined'],
      ['paid', 12_100],
    ])
    const reordered = await opened('reorder')
    await until(reordered.key, 'paid')
    expect(await told(reordered.key)).toEqual([['paid', 12_100]])
  })

  it('that is not paid in time lapses, and can be opened again for another amount', async () => {
    const asked = await opened('leave')
    simulator.age(sessionIn(asked.url))
    await noordwind(() => service.compare(asked.key))
    await until(asked.key, 'lapsed')
    const again = await open({ ...asked, amountCents: 9_900 })
    expect(again.url).not.toBe(asked.url)
    expect(await state(asked.key)).toBe('open')
    simulator.settle(sessionIn(again.url), 'pay')
    await until(asked.key, 'paid')
    expect(await told(asked.key)).toEqual([
      ['failed', 'lapsed'],
      ['paid', 9_900],
    ])
    await expect(open(request({ key: asked.key }))).rejects.toMatchObject({ code: 'already_paid' })
  })

  it('keeps its amount while it is open', async () => {
    const asked = request()
    await open(asked)
    await expect(open({ ...asked, amountCents: 100 })).rejects.toMatchObject({ code: 'payment_changed' })
  })

  it('is found by a request to the provider when its webhook is lost', async () => {
    simulator.faults.isSilent = true
    const asked = await opened('pay')
    await app.settle()
    expect(await state(asked.key)).toBe('open')
    await app.asSystem(async () =>
      (await db())
        .from('payments_payments')
        .where('key', asked.key)
        .update({ created_at: new Date(0) }),
    )
    const { compareOpen } = await import('../server/services/compare.js')
    await app.inCompany('bouwmeester', compareOpen)
    expect(await state(asked.key)).toBe('open')
    expect(await dueIn('payments.compare')).toEqual(['noordwind'])
    await noordwind(compareOpen)
    expect(await state(asked.key)).toBe('paid')
    expect(await dueIn('payments.compare')).toEqual([])
    // And then it arrives after all.
    simulator.faults.isSilent = false
    await allDelivered()
    expect(await told(asked.key)).toEqual([['paid', 12_100]])
  })

  it('reports an unreachable provider, leaves nothing open, and continues when it is back', async () => {
    simulator.faults.isDown = true
    const asked = request()
    await expect(open(asked)).rejects.toMatchObject({ status: 502, code: 'payment_provider_away' })
    simulator.faults.isDown = false
    const { url } = await open(asked)
    simulator.settle(sessionIn(url), 'pay')
    await until(asked.key, 'paid')
  })

  it('of another company is not found', async () => {
    const asked = await opened('leave')
    expect(await app.inCompany('bouwmeester', () => service.state(asked.key))).toBeNull()
    const other = await app.inCompany('bouwmeester', () => service.open(asked))
    expect(other.url).not.toBe(asked.url)
    simulator.settle(sessionIn(other.url), 'pay')
    await app.settle()
    await expect.poll(() => app.inCompany('bouwmeester', () => service.state(asked.key)), { timeout: 300_000 }).toBe('paid')
    expect(await state(asked.key)).toBe('open')
    const row = await app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).orderBy('id').first())
    const stranger = await signInAs('beheerder@bouwmeester.example')
    expect((await stranger.post(`/api/payments/payments/${row.id}/compare`, {})).status).toBe(404)
    const manager = await signInAs('beheerder@noordwind.example')
    expect((await manager.post(`/api/payments/payments/${row.id}/compare`, {})).body.data).toEqual({ state: 'open' })
  })
})

describe('a refund', () => {
  const refund = (key: string, cents: number, reason: string) =>
    noordwind(async () => (await db()).transaction((trx) => service.refund(trx, key, cents, reason)))

  it('is made once per reason, and never exceeds the payment', async () => {
    const asked = await opened('pay')
    await expect(refund(asked.key, 100, 'C-1')).rejects.toMatchObject({ code: 'not_paid' })
    await until(asked.key, 'paid')
    await Promise.all([refund(asked.key, 5_000, 'C-1'), refund(asked.key, 5_000, 'C-1')])
    await expect(refund(asked.key, 7_101, 'C-2')).rejects.toMatchObject({ code: 'more_than_paid' })
    await app.settle()
    expect(await state(asked.key)).toBe('paid')
    await refund(asked.key, 7_100, 'C-2')
    await until(asked.key, 'refunded')
    // The provider reports each as well: nothing is counted twice.
    await allDelivered()
    expect(await told(asked.key)).toEqual([
      ['paid', 12_100],
      ['refunded', 'C-1'],
      ['refunded', 'C-2'],
    ])
    const row = await app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).first())
    expect(row.refunded_cents).toBe(12_100)
  })

  it('that the provider refused can be requested again, by the caller or by an admin', async () => {
    const asked = await opened('pay')
    await until(asked.key, 'paid')
    const rows = () => app.asSystem(async () => (await db()).from('payments_refunds').where('reason', 'C-refused').orderBy('id'))
    const { id, intent } = await app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).firstOrFail())
    const change = (value: string) =>
      app.asSystem(async () => (await db()).from('payments_payments').where('id', id).update({ intent: value }))
    await change('pi_unknown')
    await refund(asked.key, 12_100, 'C-refused')
    await app.settle()
    expect(await rows()).toMatchObject([{ sent_at: null, failure: expect.stringContaining('resource_missing') as string }])
    const admin = await signInAs('admin@platform.example')
    const listed = (await admin.get('/api/payments/payments?per_page=100')).body.data.find((row: { id: number }) => row.id === id)
    expect(listed.refund_refused).toBe(true)
    // A repeated refusal belongs to the same refund.
    await refund(asked.key, 12_100, 'C-refused')
    await app.settle()
    expect(await rows()).toMatchObject([{ tries: 2, sent_at: null }])
    await change(intent)
    const again = await admin.post('/api/payments/payments/act', { action: 'payments.refund_again', ids: [id] })
    expect([again.status, again.body.errors]).toEqual([again.status < 300 ? again.status : 200, undefined])
    await until(asked.key, 'refunded')
    expect(await rows()).toMatchObject([{ tries: 3, failure: null }])
    const { data: told } = (await admin.get(`/api/core/tasks/${again.body.data.id}/rows`)).body
    expect(told).toEqual([{ key: String(id), name: listed.description, code: null }])
    const supervisor = await signInAs('beheerder@noordwind.example')
    const refused = await supervisor.post('/api/payments/payments/act', { action: 'payments.refund_again', ids: [id] })
    expect(refused.status).toBeGreaterThanOrEqual(400)
  })

  it('of a payment with a wrong amount returns everything received, once', async () => {
    const asked = request()
    const { url } = await open(asked)
    await app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).update({ amount_cents: 20_000 }))
    simulator.settle(sessionIn(url), 'pay')
    await until(asked.key, 'failed')
    await refund(asked.key, 20_000, 'refuse-2')
    await refund(asked.key, 20_000, 'refuse-3')
    await app.settle()
    const refunds = await app.asSystem(async () => {
      const { id } = await (await db()).from('payments_payments').where('key', asked.key).firstOrFail()
      return (await db()).from('payments_refunds').where('payment_id', id)
    })
    expect(refunds).toMatchObject([{ amount_cents: 12_100, failure: null }])
    expect(refunds[0].sent_at).not.toBeNull()
  })

  it('of a wrong amount is not dropped when the attempt expires: it precedes a new attempt', async () => {
    const asked = request()
    const { url } = await open(asked)
    const row = async () => app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).firstOrFail())
    const set = (values: object) => app.asSystem(async () => (await db()).from('payments_payments').where('key', asked.key).update(values))
    await set({ amount_cents: 20_000 })
    simulator.settle(sessionIn(url), 'double')
    await until(asked.key, 'failed')
    const { intent } = await row()
    await set({ lapses_at: new Date(Date.now() - 60_000) })
    const again = { ...asked, amountCents: 20_000, lapsesAt: new Date(Date.now() + 1_800_000) }
    await expect(open(again)).rejects.toMatchObject({ code: 'payment_differs' })
    await set({ lapsed_at: new Date() })
    await expect(open(again)).rejects.toMatchObject({ code: 'payment_differs' })
    // Not while it is only requested either: a refund is identified by the attempt that was paid.
    expect(await row()).toMatchObject({ received_cents: 12_100, differs: true, intent })
    await refund(asked.key, 20_000, 'refuse')
    await app.settle()

    const opened = await open(again)
    expect(await row()).toMatchObject({ tries: 2, differs: false, received_cents: null })
    // The repeated old event takes nothing from the new attempt.
    const { applyFact } = await import('../server/services/facts.js')
    const old = {
      key: asked.key,
      try: 1,
      kind: 'paid' as const,
      amountCents: 12_100,
      currency: 'eur',
      intent,
      at: new Date().toISOString(),
    }
    await noordwind(() => applyFact(old))
    expect(await state(asked.key)).toBe('open')
    simulator.settle(sessionIn(opened.url), 'pay')
    await until(asked.key, 'paid')
    // Everything paid now can be refunded: earlier refunds belong to the attempt before.
    await refund(asked.key, 20_000, 'C-1')
    await app.settle()
    await until(asked.key, 'refunded')
    const refunds = await app.asSystem(async () =>
      (await db())
        .from('payments_refunds')
        .where('payment_id', (await row()).id)
        .orderBy('id'),
    )
    expect(refunds.map(({ amount_cents: cents, intent: of }) => [cents, of])).toEqual([
      [12_100, intent],
      [20_000, null],
    ])
  })

  it('is not requested by a rolled-back transaction', async () => {
    const asked = await opened('pay')
    await until(asked.key, 'paid')
    const broken = noordwind(async () =>
      (await db()).transaction(async (trx) => {
        await service.refund(trx, asked.key, 12_100, 'C-9')
        throw new Error('the booking could not be cancelled')
      }),
    )
    await expect(broken).rejects.toThrow('could not be cancelled')
    await app.settle()
    expect(await state(asked.key)).toBe('paid')
  })
})

describe('the webhook', () => {
  const eventOf = async (key: string, change: object = {}, session: object = {}) => ({
    id: `evt_${key}`,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    type: 'checkout.session.completed',
    data: {
      object: {
        ...{
          id: 'cs_1',
          object: 'checkout.session',
          amount_total: 12_100,
          currency: 'eur',
          payment_intent: 'pi_1',
          payment_status: 'paid',
        },
        ...{ status: 'complete', metadata: { company: String(await companyId('noordwind')), key, try: '1' } },
        ...session,
      },
    },
    ...change,
  })

  it('accepts only events that the provider has signed recently', async () => {
    const asked = request()
    await open(asked)
    const body = JSON.stringify(await eventOf(asked.key))
    const hour = Math.floor(Date.now() / 1000) - 3600
    const answers = [
      await post(body, 'whsec_forged'),
      await post(body, undefined, hour),
      await fetch(WEBHOOK, { method: 'POST', body }),
      await fetch(WEBHOOK, { method: 'POST', body, headers: { 'stripe-signature': 't=1,v1=zz' } }),
    ]
    for (const answer of answers) expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid_signature' }])
    expect((await fetch(WEBHOOK, { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413)
    await app.settle()
    expect(await state(asked.key)).toBe('open')
  })

  it('handles an event once when it arrives five times, and ignores events that are not ours', async () => {
    const asked = request()
    await open(asked)
    const body = JSON.stringify(await eventOf(asked.key))
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await until(asked.key, 'paid')
    expect(await told(asked.key)).toEqual([['paid', 12_100]])
    for (const metadata of [
      null,
      {},
      { company: '0', key: 'x', try: '1' },
      { company: '99999999', key: 'x', try: '1' },
      { company: 'x' },
    ]) {
      const other = JSON.stringify(await eventOf('nobody', { id: `evt_other_${JSON.stringify(metadata)}` }, { metadata }))
      expect((await post(other)).status).toBe(200)
    }
    expect((await post('{"id":"evt_x","type":"customer.created","data":{"object":{}}}')).status).toBe(200)
  })

  it('refuses a signed but malformed event and stores nothing of it', async () => {
    const asked = request()
    await open(asked)
    const good = await eventOf(asked.key)
    const object = good.data.object
    const kept = () => app.asSystem(async () => Number((await (await db()).from('core_inbox').count('* as n').first())!.n))
    const before = await kept()
    const { id: _id, ...withoutId } = good
    const { created: _created, ...withoutTime } = good
    const withObject = (change: object) => ({ ...good, data: { object: { ...object, ...change } } })
    for (const event of [
      [],
      null,
      'text',
      7,
      {},
      withoutId,
      withoutTime,
      { ...good, id: 7 },
      { ...good, id: '' },
      { ...good, id: 'x'.repeat(300) },
      { ...good, type: null },
      { ...good, data: {} },
      { ...good, data: [] },
      { ...good, data: { object: null } },
      { ...good, data: { object: [] } },
      { ...good, created: 1e20 },
      { ...good, created: -1 },
      { ...good, created: '1700000000' },
      withObject({ metadata: 'none' }),
      withObject({ metadata: [] }),
      withObject({ metadata: { ...object.metadata, key: { a: 1 } } }),
      withObject({ amount_total: '12100' }),
      withObject({ amount_total: 1e15 }),
      withObject({ amount_total: -5 }),
      withObject({ currency: 7 }),
      withObject({ payment_intent: 7 }),
      withObject({ payment_intent: {} }),
    ]) {
      const answer = await post(JSON.stringify(event))
      expect([answer.status, await answer.json()], JSON.stringify(event)).toMatchObject([400, { code: 'malformed_event' }])
    }
    for (const body of ['{', 'no json']) {
      const answer = await post(body)
      expect([answer.status, await answer.json()], body).toMatchObject([400, { code: 'malformed_event' }])
    }
    expect(await kept()).toBe(before)
    expect(await state(asked.key)).toBe('open')
  })

  it('changes nothing for a signed event of another company or another account', async () => {
    const asked = request()
    await open(asked)
    const bouwmeester = String(await companyId('bouwmeester'))
    // Signed, but it names another company than the payment's.
    const other = await eventOf(asked.key, { id: 'evt_other_company' }, { metadata: { company: bouwmeester, key: asked.key, try: '1' } })
    expect((await post(JSON.stringify(other))).status).toBe(200)
    const connected = await eventOf(asked.key, { id: 'evt_other_account', account: 'acct_other' })
    const answer = await post(JSON.stringify(connected))
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'foreign_account' }])
    const kept = () =>
      app.asSystem(async () =>
        (await db()).from('core_inbox').whereLike('message_key', 'evt_other_%').select('id', 'message_key', 'done_at'),
      )
    // The first waits for a payment of that company; nothing of the second is stored.
    expect(await kept()).toMatchObject([{ message_key: 'evt_other_company', done_at: null }])
    expect([await state(asked.key), await told(asked.key)]).toEqual(['open', []])
    expect(await app.inCompany('bouwmeester', () => service.state(asked.key))).toBeNull()
    // It counts for that company's payment alone.
    await app.inCompany('bouwmeester', () => service.open(asked))
    const { handleMessage } = await import('#core/webhooks/webhook_store')
    const [message] = await kept()
    await app.inCompany('bouwmeester', () => handleMessage({ messageId: message!.id }))
    await app.settle()
    expect(await app.inCompany('bouwmeester', () => service.state(asked.key))).toBe('paid')
    expect(await state(asked.key)).toBe('open')
  })

  it('does not accept another amount or currency as the payment', async () => {
    for (const session of [{ amount_total: 1 }, { currency: 'usd' }]) {
      const asked = request()
      await open(asked)
      await post(JSON.stringify(await eventOf(asked.key, {}, session)))
      await until(asked.key, 'failed')
      expect(await told(asked.key)).toEqual([['failed', 'amount_differs']])
    }
  })

  it('stores an early event until its payment exists', async () => {
    const asked = request()
    const event = await eventOf(asked.key)
    expect((await post(JSON.stringify(event))).status).toBe(200)
    const { handleMessage } = await import('#core/webhooks/webhook_store')
    const row = await app.asSystem(async () => (await db()).from('core_inbox').where('message_key', event.id).first())
    expect(row).toMatchObject({ done_at: null })
    await expect(noordwind(() => handleMessage({ messageId: row.id }))).rejects.toThrow('There is no payment')
    await open(asked)
    await noordwind(() => handleMessage({ messageId: row.id }))
    expect(await state(asked.key)).toBe('paid')
  })
})

it('the simulator identifies itself, and continues where it was after a kill', async () => {
  simulator.faults.isSilent = true
  const asked = await opened('leave')
  const page = await (await fetch(asked.url)).text()
  expect(page).toContain('Dit is een test. Er wordt niets afgeschreven.')
  simulator.settle(sessionIn(asked.url), 'pay')
  const before = simulator
  await before.stop()
  simulator = await startSimulator({ folder, webhook: WEBHOOK })
  expect(simulator.url).toBe(before.url)
  useProvider(simulator.settings)
  await until(asked.key, 'paid')
})

it('the environment is checked when the platform starts', async () => {
  const { readProvider } = await import('../server/stripe/provider.js')
  expect(await readProvider({})).toBeNull()
  await expect(readProvider({ STRIPE_SECRET_KEY: 'pk_test_1' })).rejects.toThrow('Wrong settings: STRIPE_SECRET_KEY (regex)')
  await expect(readProvider({ STRIPE_SECRET_KEY: 'sk_test_1' })).rejects.toThrow('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together')
  const settings = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(await readProvider(settings)).toEqual({ secretKey: 'sk_live_1', webhookSecret: 'whsec_1', apiUrl: undefined })
})

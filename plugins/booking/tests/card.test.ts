import { afterAll, beforeAll, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, today } from '#core/kit/days'
import { signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { createParticipants } from '#core/testing/factories'
import { simulatePayments } from '#plugins/payments/contract/testing'

// Paying by card, from the wizard to the accounts: with the provider's own package against a simulator of the provider.

const app = await testApp()
const { default: db } = await import('@adonisjs/lucid/services/db')
const base = '/api/booking/bookings'
let folder: string
let simulator: Awaited<ReturnType<typeof simulatePayments>>
let supervisor: TestClient
let course: number
let moment: number
let someone: number[]

const BUYER = {
  ...{ company: 'Noordwind B.V.', contact: 'Crediteuren', contact_email: 'inkoop@buyer.example', invoice_email: 'facturen@buyer.example' },
  ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '' },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'card-'))
  simulator = await simulatePayments({ folder, platform: app.url })
  supervisor = await signInAs('beheerder@noordwind.example')
  const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean }[]
  course = offers.find(({ adults_only: adults }) => !adults)!.id
  moment = await app.asSystem(async () => {
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: course, languages: ['nl'] })
      .returning('id')
    const row = { exam_id: exam.id, city: 'Kaartstad', location: 'Zaal', address: 'Plein 1', language: 'nl', seats: 2 }
    const [made] = await db
      .table('exams_moments')
      .insert({ ...row, starts_at: `${addDays(today(), 50)}T09:00:00Z` })
      .returning('id')
    return made.id as number
  })
  const people = ['Een', 'Twee', 'Drie', 'Vier', 'Vijf', 'Zes']
  someone = await createParticipants(
    'noordwind',
    people.map((lastname) => ({ firstname: 'Kaart', lastname, birthdate: '1990-01-01' })),
  )
})
afterAll(async () => {
  await simulator.stop()
  await rm(folder, { recursive: true })
})

const show = async (id: number) => (await supervisor.get(`${base}/${id}`)).body.data
async function becomes(id: number, status: string) {
  await expect.poll(async () => (await show(id)).status, { timeout: 300_000 }).toBe(status)
  await app.settle()
  return show(id)
}
/** Creates a booking and opens its payment. */
async function toPay(answers: object) {
  const all = { course, type: 'elearning', people: [], method: 'card', buyer: BUYER, ...answers }
  const plan = (await supervisor.post('/api/booking/price', { answers: all })).body.data
  const draft = (await supervisor.put('/api/booking/draft', { answers: all, step: 'billing' })).body.data
  const { status, body } = await supervisor.post(base, { draft: draft.id, version: draft.version, total_cents: plan.costs.total_cents })
  expect([status, body.errors]).toEqual([201, undefined])
  return { id: body.data.id as number, url: body.data.pay_url as string | null, total: plan.costs.total_cents as number }
}
const sessionIn = (url: string | null) => String(url).split('/').at(-1)!.split('?')[0]!
async function act(id: number, name: string, more: object = {}) {
  const { updated_at: version } = await show(id)
  const answer = await supervisor.post(`${base}/${id}/acts`, { act: name, updated_at: version, ...more })
  await app.settle()
  return answer
}
const invoicesOf = (number: string) =>
  app.asSystem(() => db.from('invoices_invoices').whereLike('subject', `booking:${number}%`).orderBy('id').select('kind', 'total_cents'))
const paymentOf = (number: string) => app.asSystem(() => db.from('payments_payments').where('key', `booking:${number}`).first())
const seatsTaken = async () => Number((await app.asSystem(() => db.rawQuery('select exams_seats_taken(?) as n', [moment]))).rows[0].n)

it('books after payment, also when the browser never returns, and refunds a timely cancellation', async () => {
  const { id, url, total } = await toPay({ type: 'elearning_exam', moment, people: [{ membership: someone[0] }] })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_test_/)
  // The seat is held, and becomes theirs only once it is paid.
  expect(await show(id)).toMatchObject({ status: 'open', people: [{ course: 'waiting', exam_status: null }] })
  expect(await seatsTaken()).toBe(1)
  simulator.settle(sessionIn(url), 'double')
  const booking = await becomes(id, 'paid')
  expect(booking.people[0]).toMatchObject({ course: 'released', exam_status: 'waiting' })
  expect(await invoicesOf(booking.number)).toEqual([{ kind: 'invoice', total_cents: total }])

  expect((await act(id, 'cancel_course')).status).toBe(200)
  expect((await act(id, 'cancel_exam')).status).toBe(200)
  await app.settle()
  const credits = (await invoicesOf(booking.number)).filter(({ kind }) => kind === 'credit')
  const payment = await paymentOf(booking.number)
  expect(payment.refunded_cents).toBe(-credits.reduce((sum, { total_cents: cents }) => sum + cents, 0))
  expect(payment.refunded_cents).toBeGreaterThan(0)
  expect(await seatsTaken()).toBe(0)
})

/** Runs `fn` under other terms and with more seats. */
async function under(terms: object, fn: () => Promise<void>): Promise<void> {
  const set = (chosen: object, seats: number) =>
    app.asSystem(async () => {
      const { id: company } = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      await db.rawQuery(
        `insert into core_company_settings (company_id, plugin, chosen) values (?, 'booking', ?::jsonb)
         on conflict (company_id, plugin) do update set chosen = excluded.chosen`,
        [company, JSON.stringify(chosen)],
      )
      await db.from('core_companies').where('id', company).update({ updated_at: new Date() })
      await db.from('exams_moments').where('id', moment).update({ seats })
    })
  await set(terms, 9)
  try {
    await fn()
  } finally {
    await set({}, 2)
  }
}

it('refuses a total that is too large for a bill at the step where people are chosen', () =>
  under({ exam_price: 100_000 }, async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ firstname: 'Veel', lastname: `${n}`, email: `veel-${n}@booking.example` }))
    const rules = async (count: number) => {
      const answers = { course, type: 'exam', people: many(count), moment, method: 'invoice' }
      const { status, body } = await supervisor.post('/api/booking/price', { answers })
      expect(status).toBe(200)
      return (body.data.problems as { field: string; rule: string }[]).map(({ field, rule }) => `${field} ${rule}`)
    }
    expect(await rules(200)).toContain('people amount_too_large')
    expect(await rules(165)).not.toContain('people amount_too_large')
  }))

// At 19.51 the VAT on three is not three times the VAT on one: 12.29 against 4.10.
it.each([
  { card_costs: 0.35, total: 7_124, back: 7_083, why: 'what they paid, but the costs of paying' },
  { card_costs: 0, total: 7_082, back: 7_082, why: 'what is left, never more than came, when rounding asks for more' },
])('refunds each of several people $why', async ({ total, back, ...terms }) =>
  under({ exam_price: 19.51, card_costs: terms.card_costs }, async () => {
    const three = someone.slice(3)
    const made = await toPay({ type: 'exam', moment, people: three.map((membership) => ({ membership })) })
    expect(made.total).toBe(total)
    simulator.settle(sessionIn(made.url), 'pay')
    const { number } = await becomes(made.id, 'paid')
    for (const [index, member] of three.entries()) {
      const { body } = await act(made.id, 'cancel_exam', { person: member })
      expect(body.data).toMatchObject({ number: index < 2 ? `${number}-${index + 2}` : number, status: 'canceled' })
    }
    const credits = (await invoicesOf(number)).filter(({ kind }) => kind === 'credit')
    expect(credits.map(({ total_cents: cents }) => cents)).toEqual([-2_361, -2_361, -2_361])
    expect((await paymentOf(number)).refunded_cents).toBe(back)
  }),
)

it('lets a person pay again after a declined payment', async () => {
  const { id, url } = await toPay({ people: [{ membership: someone[1] }] })
  simulator.settle(sessionIn(url), 'decline')
  await becomes(id, 'failed')
  const again = await supervisor.post(`${base}/${id}/pay`, {})
  expect([again.status, again.body.data.pay_url]).toEqual([200, url])
  simulator.settle(sessionIn(url), 'pay')
  const booking = await becomes(id, 'paid')
  expect(booking.people[0].course).toBe('released')
  expect(booking.history.map(({ action }: { action: string }) => action)).toContain('pay_again')
})

const mailsOf = (number: string, trigger: string) =>
  app.asSystem(async () => {
    const rows: { payload: { number?: string }; values: unknown }[] = await db.from('core_mail_outbox').where('trigger', trigger)
    return rows.filter((row) => JSON.stringify(row).includes(number))
  })

it('asks nobody to pay twice when the bank’s report is late, and trusts the provider over the browser', async () => {
  simulator.faults.isSilent = true
  const { id, url } = await toPay({ people: [{ membership: someone[0] }], type: 'elearning' })
  // The provider redirects back with a "paid" parameter, which changes nothing.
  expect(simulator.settle(sessionIn(url), 'pay')).toContain(`/administratie/boekingen/wijzigen?id=${id}&betaald=1`)
  expect((await show(id)).status).toBe('open')
  const presses = await Promise.all([1, 2, 3].map(() => supervisor.post(`${base}/${id}/pay`, {})))
  expect(new Set(presses.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 already_paid']))
  // The payment is found by asking the provider, without a webhook.
  const booking = await becomes(id, 'paid')
  expect(booking.history.filter(({ action }: { action: string }) => action === 'pay_again')).toEqual([])
  expect(await invoicesOf(booking.number)).toHaveLength(1)
  const { tries, refunded_cents: refunded } = await paymentOf(booking.number)
  expect([tries, refunded]).toEqual([1, 0])

  const other = await toPay({ people: [{ membership: someone[2] }] })
  expect((await supervisor.post(`${base}/${other.id}/check`, {})).status).toBe(200)
  expect((await show(other.id)).status).toBe('open')
  simulator.settle(sessionIn(other.url), 'pay')
  expect((await supervisor.post(`${base}/${other.id}/check`, {})).status).toBe(200)
  await becomes(other.id, 'paid')
  simulator.faults.isSilent = false
})

it('lets a participant see and pay their own booking, and mails them when the payment fails', async () => {
  const participant = await signInAs('leerling@noordwind.example')
  const { self, data } = (await participant.get('/api/booking/offers')).body
  const answers = { course: data[1].id, type: 'elearning', people: [{ membership: self }], method: 'card', buyer: BUYER }
  const plan = (await participant.post('/api/booking/price', { answers })).body.data
  const draft = (await participant.put('/api/booking/draft', { answers, step: 'billing' })).body.data
  const made = await participant.post(base, { draft: draft.id, version: draft.version, total_cents: plan.costs.total_cents })
  expect(made.status).toBe(201)
  const { id, number, pay_url: url } = made.body.data
  const own = async () => (await participant.get(`/api/booking/own/${id}`)).body.data
  expect(await own()).toMatchObject({ number, status: 'open', acts: [], person_acts: [] })
  expect(simulator.settle(sessionIn(url), 'decline')).toContain('declined')
  await expect.poll(async () => (await own()).status, { timeout: 300_000 }).toBe('failed')
  await app.settle()
  const [mail, ...more] = await mailsOf(number, 'booking.mail.payment_failed')
  expect(more).toEqual([])
  expect(JSON.stringify(mail)).toContain(`/deelnemer/boeking?id=${id}`)
  const again = await participant.post(`${base}/${id}/pay`, {})
  expect([again.status, again.body.data.pay_url]).toEqual([200, url])
  expect(simulator.settle(sessionIn(url), 'pay')).toContain(`/deelnemer/boeking?id=${id}&betaald=1`)
  await expect.poll(async () => (await own()).status, { timeout: 300_000 }).toBe('paid')
  await app.settle()
  expect(JSON.stringify(await mailsOf(number, 'booking.mail.confirmed'))).toContain(`/deelnemer/boeking?id=${id}`)
  // A colleague's booking cannot be accessed, and the supervisors' page stays closed.
  const colleague = await toPay({ people: [{ membership: someone[3] }] })
  for (const path of [`/api/booking/own/${colleague.id}`]) expect((await participant.get(path)).status).toBe(404)
  for (const path of ['pay', 'check']) expect((await participant.post(`${base}/${colleague.id}/${path}`, {})).status).toBe(404)
  expect((await participant.get(`${base}/${id}`)).status).toBe(403)
})

it('keeps the booking when the provider is unavailable, and opens the payment later', async () => {
  simulator.faults.isDown = true
  const { id, url } = await toPay({ people: [{ membership: someone[2] }] })
  expect(url).toBeNull()
  expect((await show(id)).status).toBe('created')
  expect((await supervisor.post(`${base}/${id}/pay`, {})).body.code).toBe('payment_provider_away')
  simulator.faults.isDown = false
  const later = (await supervisor.post(`${base}/${id}/pay`, {})).body.data.pay_url
  simulator.settle(sessionIn(later), 'pay')
  await becomes(id, 'paid')
})

it('gives the last seat to one person, and the other pays nothing', async () => {
  const first = await toPay({ type: 'exam', moment, people: [{ membership: someone[3] }, { membership: someone[4] }] })
  const all = { course, type: 'exam', moment, people: [{ membership: someone[5] }], method: 'card', buyer: BUYER }
  const plan = (await supervisor.post('/api/booking/price', { answers: all })).body.data
  const draft = (await supervisor.put('/api/booking/draft', { answers: all, step: 'billing' })).body.data
  const refused = await supervisor.post(base, { draft: draft.id, version: draft.version, total_cents: plan.costs.total_cents })
  expect([refused.status, refused.body.errors]).toEqual([422, [{ field: 'moment', rule: 'no_seats_left' }]])

  // Nobody paid in time: the seats are free again, and a later payment needs a manual decision.
  simulator.age(sessionIn(first.url))
  await app.asSystem(() =>
    db
      .from('exams_entries')
      .where('moment_id', moment)
      .whereNotNull('held_until')
      .update({ held_until: new Date(0) }),
  )
  await app.asSystem(() =>
    db
      .from('booking_bookings')
      .where('id', first.id)
      .update({ pay_until: new Date(0) }),
  )
  const { compareOpen } = await import('../server/services/card.js')
  expect(await dueIn('booking.compare')).toEqual(['noordwind'])
  await app.inCompany('noordwind', compareOpen)
  const booking = await becomes(first.id, 'expired')
  expect(await dueIn('booking.compare')).toEqual([])
  expect(await seatsTaken()).toBe(0)
  const taken = await toPay({ type: 'exam', moment, people: [{ membership: someone[5] }] })
  expect(taken.url).not.toBeNull()
  const { takeFact } = await payments()
  await app.inCompany('noordwind', () => takeFact(booking.number, first.total))
  await becomes(first.id, 'needs_processing')
  expect(await seatsTaken()).toBe(1)
})

it('can be refused when a different amount was paid, which is refunded', async () => {
  const { id, url, total } = await toPay({ people: [{ membership: someone[0] }] })
  const { number } = await show(id)
  await app.asSystem(() =>
    db
      .from('payments_payments')
      .where('key', `booking:${number}`)
      .update({ amount_cents: total + 1_000 }),
  )
  simulator.settle(sessionIn(url), 'pay')
  await becomes(id, 'needs_processing')
  const admin = await signInAs('admin@platform.example')
  const { updated_at: version } = await show(id)
  const refused = await admin.post(`${base}/${id}/acts`, { act: 'refuse', reason: 'Ander bedrag', updated_at: version })
  expect([refused.status, refused.body.data?.status]).toEqual([200, 'canceled'])
  await app.settle()
  const { id: payment } = await paymentOf(number)
  expect(await app.asSystem(() => db.from('payments_refunds').where('payment_id', payment))).toMatchObject([
    { amount_cents: total, failure: null },
  ])
  expect(await invoicesOf(number)).toEqual([])
})

it('refuses an amount too small for a card at once', async () => {
  const contract = await app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    await db.from('contracts_contracts').delete()
    const day = today()
    const [row] = await db
      .table('contracts_contracts')
      .insert({
        ...{ company_id: company.id, name: 'Klein', email: 'k@k.example', type: 'unlimited', starts_on: day, ends_on: addDays(day, 9) },
      })
      .returning('id')
    return Number(row.id)
  })
  const all = { course, type: 'elearning', people: [{ membership: someone[5] }], method: 'card', buyer: BUYER }
  const plan = (await supervisor.post('/api/booking/price', { answers: all })).body.data
  expect(plan.costs.total_cents).toBeLessThan(50)
  expect(plan.problems).toContainEqual({ field: 'method', rule: 'amount_too_small' })
  await app.asSystem(() => db.from('contracts_contracts').where('id', contract).delete())
})

/** Reports, as the provider does, that an expired payment was paid after all. */
async function payments() {
  const { default: Stripe } = await import('stripe')
  const takeFact = async (number: string, cents: number) => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').select('id').first()
    const object = {
      ...{ id: 'cs_late', amount_total: cents, currency: 'eur', payment_intent: 'pi_late', payment_status: 'paid', status: 'complete' },
      metadata: { company: String(company.id), key: `booking:${number}`, try: '1' },
    }
    const body = JSON.stringify({
      id: `evt_late_${number}`,
      created: Math.floor(Date.now() / 1000),
      type: 'checkout.session.completed',
      data: { object },
    })
    const seal = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: simulator.settings.webhookSecret })
    const { status } = await fetch(`${app.url}/public/booking/payment/webhook`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': seal },
    })
    expect(status).toBe(200)
  }
  return { takeFact }
}

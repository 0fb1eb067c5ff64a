import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import { simulatePayments } from '#plugins/payments/contract/testing'
import { BUYER, courseToBuy } from './seats.js'

// Seats paid by card: keys exist only once the payment has arrived, and each of them once.

const app = await testApp()
const { default: db } = await import('@adonisjs/lucid/services/db')
let folder: string
let simulator: Awaited<ReturnType<typeof simulatePayments>>
let supervisor: TestClient
let course: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seat-keys-'))
  simulator = await simulatePayments({ folder, platform: app.url })
  supervisor = await signInAs('beheerder@noordwind.example')
  course = (await courseToBuy(app, supervisor)).id
})
afterAll(async () => {
  await simulator.stop()
  await rm(folder, { recursive: true })
})

const show = async (id: number) => (await supervisor.get(`/api/booking/bookings/${id}`)).body.data
const askKeys = (id: number) => supervisor.get(`/api/seat_keys/bookings/${id}`)
const keysOf = async (id: number): Promise<{ id: number; code: string; state: string }[]> => (await askKeys(id)).body.data
const mailsOfKeys = () => app.asSystem(() => db.from('core_mail_outbox').where('trigger', 'seat_keys.mail.ready').select('id'))
async function becomes(id: number, status: string) {
  await expect.poll(async () => (await show(id)).status, { timeout: 300_000 }).toBe(status)
  await app.settle()
}

/** Books seats by card. @returns the booking and the session of its payment */
async function toPay(seats: number) {
  const answers = { course, type: 'elearning', seats, method: 'card', buyer: BUYER }
  const { costs } = (await supervisor.post('/api/booking/price', { answers })).body.data
  const draft = (await supervisor.put('/api/booking/draft', { answers, step: 'billing' })).body.data
  const made = await supervisor.post('/api/booking/bookings', { draft: draft.id, version: draft.version, total_cents: costs.total_cents })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  await app.settle()
  return { id: made.body.data.id as number, session: String(made.body.data.pay_url).split('/').at(-1)!.split('?')[0]! }
}

it('gives the keys once the payment has arrived, also when it is reported twice', async () => {
  const mails = (await mailsOfKeys()).length
  const { id, session } = await toPay(3)
  expect(await show(id)).toMatchObject({ status: 'open', by_keys: true, seats: 3 })
  // A booking without keys has no list of them.
  expect((await askKeys(id)).status).toBe(404)
  expect(await mailsOfKeys()).toHaveLength(mails)
  simulator.settle(session, 'double')
  await becomes(id, 'paid')
  const keys = await keysOf(id)
  expect(keys.map(({ state }) => state)).toEqual(['open', 'open', 'open'])
  expect(await mailsOfKeys()).toHaveLength(mails + 1)
  const { email } = await createParticipant('noordwind', { signsIn: true, birthdate: '1990-01-01' })
  const person = await signInAs(email, undefined, 'noordwind')
  expect((await person.post(`/api/seat_keys/at/${keys[0]!.code}/use`, {})).status).toBe(200)

  // Cancelling in time refunds the booking and withdraws the keys that nobody used.
  const { updated_at: version, number } = await show(id)
  expect((await supervisor.post(`/api/booking/bookings/${id}/acts`, { act: 'cancel_course', updated_at: version })).status).toBe(200)
  await app.settle()
  expect((await keysOf(id)).map(({ state }) => state)).toEqual(['used', 'withdrawn', 'withdrawn'])
  const credits = await app.asSystem(() => db.from('invoices_invoices').where({ subject: `booking:${number}`, kind: 'credit' }))
  const payment = await app.asSystem(() => db.from('payments_payments').where('key', `booking:${number}`).firstOrFail())
  expect(payment.refunded_cents).toBe(-credits.reduce((sum, { total_cents: cents }: { total_cents: number }) => sum + cents, 0))
})

it('gives no key for a payment that expires', async () => {
  const mails = (await mailsOfKeys()).length
  const { id, session } = await toPay(2)
  simulator.age(session)
  await app.asSystem(() =>
    db
      .from('booking_bookings')
      .where('id', id)
      .update({ pay_until: new Date(0) }),
  )
  const { runJobNow } = await import('#core/jobs/run_now')
  await runJobNow('booking.compare', { company: 'noordwind', payload: {} })
  await becomes(id, 'expired')
  expect((await askKeys(id)).status).toBe(404)
  expect(await mailsOfKeys()).toHaveLength(mails)
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '#core/testing/app'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer } from '#core/testing/operated_server'
import { freePort } from '#core/testing/server_process'
import { simulatePayments } from '#plugins/payments/contract/testing'

// The server as an operator runs it, killed with -9 between a payment and its booking: each exists once or not at all.

const BOOKINGS = 6
const till = mkdtempSync(join(tmpdir(), 'booking-recovery-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const operator = operatedServer({ port })
const { query } = operator
// The simulator outlives the server, as a real provider does. Its page uses the platform's messages, so it needs a booted app.
await testApp()
const simulator = await simulatePayments({ folder: till, platform: url })
operator.environment.STRIPE_SECRET_KEY = simulator.settings.secretKey
operator.environment.STRIPE_WEBHOOK_SECRET = simulator.settings.webhookSecret
operator.environment.STRIPE_API_URL = simulator.url

afterAll(async () => {
  await simulator.stop()
  rmSync(till, { recursive: true, force: true })
})

const base = '/api/booking/bookings'
const buyer = {
  ...{ company: 'Noordwind B.V.', contact: 'Crediteuren', contact_email: 'inkoop@buyer.example', invoice_email: 'facturen@buyer.example' },
  ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '' },
}
/** The provider's sessions: what was requested and what was charged. */
const sessions = () =>
  Object.values(
    (
      JSON.parse(readFileSync(join(till, 'payment_simulator.json'), 'utf8')) as {
        sessions: Record<string, { id: string; metadata: { key: string }; paid: boolean; refunded: number }>
      }
    ).sessions,
  )

describe('a server that is killed between a payment and its booking', () => {
  it('creates one booking, charge, invoice and seat for each, or none', async () => {
    let server = await operator.start()
    const [made] = await query<{ moment: number; course: number }>(`
      with c as (select o.course_id from learning_offers o join learning_courses l on l.id = o.course_id
                  where l.company_id is null and not o.adults_only and o.type = 'e-learning' order by 1 limit 1),
           e as (insert into exams_exams (course_id, languages) select course_id, '{nl}' from c returning id),
           m as (insert into exams_moments (exam_id, city, location, language, starts_at, seats)
                 select id, 'Herstelstad', 'Zaal', 'nl', now() + interval '50 days', 50 from e returning id)
      select m.id::int as moment, c.course_id::int as course from m, c`)
    const people = await query<{ id: number }>(`
      with u as (insert into core_users (email, firstname, lastname, birthdate)
                 select 'betaal' || n || '@recovery.example', 'Betaal', 'Persoon ' || n, '1990-01-01' from generate_series(1, ${BOOKINGS + 1}) n returning id)
      insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind'
      returning id::int as id`)
    const client = new TestClient(url)
    await client.post('/public/auth/login/', { email: 'beheerder@noordwind.example', password: PASSWORD, company: 'noordwind' })
    const order = async (person: number) => {
      const answers = {
        course: made!.course,
        type: 'elearning_exam',
        moment: made!.moment,
        people: [{ membership: person }],
        method: 'card',
        buyer,
      }
      const plan = (await client.post('/api/booking/price', { answers })).body.data
      expect(plan.problems).toEqual([])
      const draft = (await client.put('/api/booking/draft', { answers, step: 'billing' })).body.data
      return { draft: draft.id, version: draft.version, total_cents: plan.costs.total_cents }
    }
    for (const { id } of people.slice(0, BOOKINGS)) {
      const { status, body } = await client.post(base, await order(id))
      expect([status, body.errors]).toEqual([201, undefined])
    }

    // The provider has received all payments; the server dies twice while it is notified.
    simulator.faults.isSilent = true
    for (const { id } of sessions()) simulator.settle(id, 'double')
    simulator.faults.isSilent = false
    const told = async () => Number((await query<{ n: string }>('select count(*) as n from core_inbox'))[0]!.n)
    await vi.waitFor(async () => expect(await told()).toBeGreaterThan(0), { timeout: 300_000, interval: 5 })
    await server.kill()
    server = await operator.start()
    await vi.waitFor(async () => expect(await told()).toBeGreaterThan(2), { timeout: 300_000, interval: 5 })
    await server.kill()

    // The server dies once more while it asks the provider to open a payment: nobody received the answer.
    server = await operator.start()
    const last = await order(people[BOOKINGS]!.id)
    simulator.faults.slowMs = 5_000
    const opened = async () =>
      Number((await query<{ n: string }>('select count(*) as n from payments_payments where session is null'))[0]!.n)
    const before = await opened()
    const lost = client.post(base, last).catch(() => null)
    await vi.waitFor(async () => expect(await opened()).toBe(before + 1), { timeout: 300_000, interval: 20 })
    await server.kill()
    await lost
    simulator.faults.slowMs = 0

    server = await operator.start()
    const { body } = await client.post(base, last)
    const paying = await client.post(`${base}/${body.data.id}/pay`, {})
    expect([paying.status, paying.body.code]).toEqual([200, undefined])
    simulator.settle(String(paying.body.data.pay_url).split('/').at(-1)!.split('?')[0]!, 'pay')

    const facts = async () =>
      (
        await query<Record<string, number>>(`
        select (select count(*) from booking_bookings where buyer->>'contact' = 'Crediteuren' and status = 'paid')::int as paid,
               (select count(*) from booking_bookings b where exists (select 1 from booking_people p join core_memberships m on m.id = p.membership_id
                  join core_users u on u.id = m.user_id where p.booking_id = b.id and u.email like '%@recovery.example'))::int as bookings,
               (select count(*) from exams_entries where moment_id = ${made!.moment} and released_at is null and held_until is null)::int as seats,
               (select count(*) from learning_participations p join core_memberships m on m.id = p.membership_id join core_users u on u.id = m.user_id
                 where u.email like '%@recovery.example')::int as courses,
               (select count(*) from core_outbox where name = 'booking.booking.confirmed' and payload->>'number' in (select number from booking_bookings))::int as told,
               (select count(distinct i.subject) from invoices_invoices i join booking_bookings b on i.subject = 'booking:' || b.number
                 where b.moment_id = ${made!.moment})::int as billed,
               (select count(*) from invoices_invoices i join booking_bookings b on i.subject like 'booking:' || b.number || '%'
                 where b.moment_id = ${made!.moment})::int as invoices,
               (select count(*) from (select sequence - lag(sequence) over (partition by kind, year order by sequence) as step from invoices_invoices) s
                 where step > 1)::int as gaps`)
      )[0]!
    const all = BOOKINGS + 1
    await vi.waitFor(async () => expect(await facts()).toMatchObject({ paid: all, courses: all }), { timeout: 300_000, interval: 500 })
    expect(await facts()).toMatchObject({ bookings: all, seats: all, billed: all, invoices: all, gaps: 0 })
    // One session per booking was charged, and nothing was refunded.
    expect(sessions().map(({ metadata }) => metadata.key).length).toBe(all)
    expect(sessions().every(({ paid, refunded }) => paid && refunded === 0)).toBe(true)

    await server.stop()
  })
})

import { expect } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// Shared by the tests of booking links: people, a course, and the API calls from a link to a booking.

export const base = '/api/booking_links/links'
export let app: TestApp
export let db: typeof import('@adonisjs/lucid/services/db').default
export let admin: TestClient
export let supervisor: TestClient
export let company: number
export let course: number
export let second: number
/** For one person in cents, without VAT. */
export let listed: number

export const BUYER = {
  ...{ company: 'Noordwind B.V.', contact: 'Crediteuren', contact_email: 'inkoop@buyer.example', invoice_email: 'facturen@buyer.example' },
  ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '' },
}

/** Sets up the test world; `beforeAll(begin)`. */
export async function begin(): Promise<void> {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  admin = await signInAs('admin@platform.example')
  supervisor = await signInAs('beheerder@noordwind.example')
  company = await companyOf('noordwind')
  const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean; price_cents: number }[]
  // Exclude courses in the company's contract, as these cost nothing.
  const contracted = await app.inCompany('noordwind', () => db.from('contracts_contracts').select('courses'))
  const ofContract = contracted.flatMap(({ courses }: { courses: number[] }) => courses)
  const own = offers.filter(({ id, adults_only: adults, price_cents: cents }) => !adults && cents > 0 && !ofContract.includes(id))
  ;[course, second] = own.map(({ id }) => id) as [number, number]
  listed = own[0]!.price_cents
}

export const companyOf = (loginId: string): Promise<number> =>
  app.asSystem(async () => Number((await db.from('core_companies').where('login_id', loginId).firstOrFail()).id))

export interface TestLink {
  id: number
  token: string
  address: string
  updated_at: string
  [field: string]: unknown
}

let made = 0
export const bodyOf = (more: object = {}) => ({
  ...{ campaign: `Actie ${++made}`, company, courses: [course], type: 'elearning', city: '', language: '', month: '' },
  ...{ price_kind: 'list', price_value: 0, expires_on: null, max_uses: null, registration: true, is_on: true },
  ...{ moment_id: null, reserved_seats: 0, min_people: 1 },
  ...more,
})

/** Creates a link as an admin does. */
export async function linkWith(more: object = {}): Promise<TestLink> {
  const { status, body } = await admin.post(base, bodyOf(more))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}
export const show = async (id: number): Promise<TestLink> => (await admin.get(`${base}/${id}`)).body.data
export const change = async ({ id }: TestLink, more: object) => {
  const now = await show(id)
  const sent = Object.fromEntries(Object.keys(bodyOf()).flatMap((key) => (key === 'company' ? [] : [[key, now[key]]])))
  return admin.put(`${base}/${id}`, { ...sent, updated_at: now.updated_at, ...more })
}

export const at = (token: string, what = '') => `/api/booking_links/at/${token}${what}`
export const start = (client: TestClient, token: string, of = course) => client.post(at(token, '/begin'), { course: of })

/** The values of this person's wizard, with the participants and the payer added. */
export async function answersOf(client: TestClient, more: object = {}): Promise<Record<string, unknown>> {
  const { answers } = (await client.get('/api/booking/draft')).body.data
  const person = await createParticipant('noordwind', { firstname: 'Link', birthdate: '1990-01-01' })
  return { ...answers, people: [{ membership: person.id }], method: 'invoice', buyer: BUYER, ...more }
}
export const price = async (answers: object, client = supervisor) => (await client.post('/api/booking/price', { answers })).body.data

/** Submits the last step of the wizard with these answers. */
export async function finish(answers: object, client = supervisor, total?: number) {
  const cents = total ?? (await price(answers, client)).costs.total_cents
  const { status, body } = await client.put('/api/booking/draft', { answers, step: 'billing' })
  expect(status).toBe(200)
  const { id, version } = body.data
  return client.post('/api/booking/bookings', { draft: id, version, total_cents: cents })
}

/** Makes a booking through a link. @returns its id */
export async function bookBy(token: string, more: object = {}, client = supervisor): Promise<number> {
  expect((await start(client, token)).status).toBe(200)
  const { status, body } = await finish(await answersOf(client, more), client)
  expect([status, body.errors ?? body.code]).toEqual([201, undefined])
  await app.settle()
  return body.data.id
}
export const bookings = () => app.asSystem(async () => Number((await db.from('booking_bookings').count('* as n').first()).n))
export const numbersOf = async (id: number) => {
  const { visits, started, booked, paid, passed, used, state } = await show(id)
  return { visits, started, booked, paid, passed, used, state }
}

/** Makes a course unavailable for booking while `fn` runs. */
export async function withoutCourse(id: number, fn: () => Promise<void>): Promise<void> {
  const courseIs = (status: string) => app.asSystem(() => db.from('learning_courses').where('id', id).update({ status }))
  await courseIs('building')
  try {
    await fn()
  } finally {
    await courseIs('available')
  }
}

import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant, type TestMember } from '#core/testing/factories'
import { BUYER, courseToBuy } from './seats.js'

// Seats that are bought without names and handed out as keys.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let course: number
let price: number

interface Key {
  id: number
  nth: number
  code: string
  address: string
  state: string
  used_by: string | null
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  ;({ id: course, price } = await courseToBuy(app, supervisor))
})

const answersFor = (more: object = {}) => ({ course, type: 'elearning', seats: 3, method: 'invoice', buyer: BUYER, ...more })
const planOf = async (answers: object, client = supervisor) => (await client.post('/api/booking/price', { answers })).body.data

async function book(answers: object, client = supervisor) {
  const { costs } = await planOf(answers, client)
  const { id, version } = (await client.put('/api/booking/draft', { answers, step: 'billing' })).body.data
  const made = await client.post('/api/booking/bookings', { draft: id, version, total_cents: costs.total_cents })
  await app.settle()
  return made
}
/** Buys seats. @returns the booking's id */
async function bought(seats: number): Promise<number> {
  const { status, body } = await book(answersFor({ seats }))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id
}
const keysOf = async (booking: number, client = supervisor): Promise<Key[]> =>
  (await client.get(`/api/seat_keys/bookings/${booking}`)).body.data
const at = (code: string, what = '') => `/api/seat_keys/at/${encodeURIComponent(code)}${what}`
const useAs = (client: TestClient, code: string) => client.post(at(code, '/use'), {})
const newPerson = async (login = 'noordwind'): Promise<{ member: TestMember; client: TestClient }> => {
  const member = await createParticipant(login, { signsIn: true, birthdate: '1990-01-01' })
  return { member, client: await signInAs(member.email, undefined, login) }
}
const courseOf = (member: TestMember) =>
  app.asSystem(() => db.from('learning_participations').where({ membership_id: member.id, course_id: course }).select('source', 'status'))
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('seats without names', () => {
  it('are priced and invoiced by their number, give a key each, and are mailed to the buyer', async () => {
    const plan = await planOf(answersFor())
    expect(plan).toMatchObject({ problems: [], may_by_keys: true, people: [], costs: { users: 3 } })
    expect(plan.costs.lines[0]).toMatchObject({ key: 'release', quantity: 3, unit_cents: price })
    const booking = await bought(3)
    const shown = (await supervisor.get(`/api/booking/bookings/${booking}`)).body.data
    expect(shown).toMatchObject({ by_keys: true, seats: 3, people: [], status: 'invoice' })
    const [invoice] = await app.asSystem(() => db.from('invoices_invoices').where('subject', `booking:${shown.number}`))
    expect(invoice.total_cents).toBe(plan.costs.total_cents)
    const keys = await keysOf(booking)
    expect(keys.map(({ nth, state }) => [nth, state])).toEqual([
      [1, 'open'],
      [2, 'open'],
      [3, 'open'],
    ])
    for (const { code, address } of keys) {
      expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
      expect(address.endsWith(`/sleutel/${code}`)).toBe(true)
    }
    const mails = await app.asSystem(() =>
      db.from('core_mail_outbox').whereIn('trigger', ['seat_keys.mail.ready', 'booking.mail.confirmed']).orderBy('id', 'desc').limit(1),
    )
    expect(mails).toMatchObject([{ trigger: 'seat_keys.mail.ready' }])
  })

  it('are refused for a participant, with an exam, and in a wrong number', async () => {
    const { client } = await newPerson()
    const rules = async (answers: object, who = supervisor) =>
      (await planOf(answers, who)).problems.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)
    expect(await rules(answersFor(), client)).toContain('seats seats_not_offered')
    expect(await rules(answersFor({ type: 'elearning_exam' }))).toContain('seats seats_not_offered')
    for (const seats of [0, -1, 201, 1.5, '3'])
      expect([seats, (await supervisor.post('/api/booking/price', { answers: answersFor({ seats }) })).status]).toEqual([seats, 422])
  })

  it('cannot be extended, exchanged or split off, and cancelling withdraws the unused keys', async () => {
    const booking = await bought(2)
    const [first, second] = await keysOf(booking)
    const { member, client } = await newPerson()
    expect((await useAs(client, first!.code)).status).toBe(200)
    const act = async (name: string, more: object = {}) => {
      const { updated_at: version } = (await supervisor.get(`/api/booking/bookings/${booking}`)).body.data
      const done = await supervisor.post(`/api/booking/bookings/${booking}/acts`, { act: name, updated_at: version, ...more })
      await app.settle()
      return done
    }
    expect(outcome(await act('extend_course'))).toEqual([409, 'booked_by_keys'])
    expect(outcome(await act('cancel_course', { person: member.id }))).toEqual([409, 'booked_by_keys'])
    expect((await act('cancel_course')).status).toBe(200)
    expect((await keysOf(booking)).map(({ state }) => state)).toEqual(['used', 'withdrawn'])
    const { client: late } = await newPerson()
    expect(outcome(await useAs(late, second!.code))).toEqual([409, 'key_withdrawn'])
    expect(outcome(await supervisor.post(`/api/seat_keys/keys/${second!.id}/renew`, {}))).toEqual([409, 'booking_not_open'])
  })
})

describe('a key', () => {
  it('gives its course in the buyer’s company, once, however its code is typed', async () => {
    const booking = await bought(2)
    const [first] = await keysOf(booking)
    const { member, client } = await newPerson()
    const typed = first!.code.toLowerCase().replaceAll('-', ' ')
    expect((await client.get(at(typed))).body.data).toMatchObject({ standing: 'ready', company: { login_id: 'noordwind' } })
    expect((await useAs(client, typed)).status).toBe(200)
    expect(await courseOf(member)).toEqual([{ source: 'booking', status: 'registered' }])
    await app.settle()
    expect(await courseOf(member)).toHaveLength(1)
    // The person is told once.
    const mails = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', member.id))
    expect(mails).toHaveLength(1)
    // Again by the same person: nothing more happens.
    expect((await useAs(client, first!.code)).status).toBe(200)
    expect((await client.get(at(first!.code))).body.data.standing).toBe('mine')
    const { client: other } = await newPerson()
    expect(outcome(await useAs(other, first!.code))).toEqual([409, 'key_used'])
    expect(outcome(await app.visitor().get(at(first!.code)))).toEqual([409, 'key_used'])
    expect(await keysOf(booking)).toMatchObject([
      { state: 'used', used_by: expect.any(String) },
      { state: 'open', used_by: null },
    ])
    // Somebody who has the course does not lose the other key.
    const [, second] = await keysOf(booking)
    expect(outcome(await useAs(client, second!.code))).toEqual([409, 'course_open'])
    expect((await keysOf(booking))[1]).toMatchObject({ state: 'open' })
  })

  it('works for one of several people who use it at the same moment', async () => {
    const booking = await bought(3)
    const [key] = await keysOf(booking)
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson()))
    const answers = await Promise.all(people.map(({ client }) => useAs(client, key!.code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.filter(({ status }) => status === 409).every(({ body }) => body.code === 'key_used')).toBe(true)
    await app.settle()
    const given = await Promise.all(people.map(({ member }) => courseOf(member)))
    expect(given.flat()).toHaveLength(1)
    // The same person twice at once: one seat, and both answers are good.
    const [, second] = await keysOf(booking)
    const { member, client } = await newPerson()
    const both = await Promise.all([useAs(client, second!.code), useAs(client, second!.code)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await courseOf(member)).toHaveLength(1)
    expect((await keysOf(booking)).map(({ state }) => state)).toEqual(['used', 'used', 'open'])
  })

  it('of another company gives the same 404 as an unknown code', async () => {
    const [key] = await keysOf(await bought(1))
    const { client } = await newPerson('bouwmeester')
    const unknown = 'AAAA-BBBB-CCCC-DDDD'
    for (const [what, ask] of [
      ['show', (code: string) => client.get(at(code))],
      ['use', (code: string) => useAs(client, code)],
    ] as const) {
      const [theirs, none] = [await ask(key!.code), await ask(unknown)]
      expect([what, theirs.status]).toEqual([what, 404])
      expect(theirs.body).toEqual(none.body)
    }
    const other = await signInAs('beheerder@bouwmeester.example')
    for (const action of ['withdraw', 'renew']) expect((await other.post(`/api/seat_keys/keys/${key!.id}/${action}`, {})).status).toBe(404)
    // The page itself is the same for both.
    const page = async (code: string) => String((await client.get(`/sleutel/${code}`, { accept: 'text/html' })).body)
    expect((await page(key!.code)).includes('Noordwind')).toBe((await page(unknown)).includes('Noordwind'))
    expect((await admin.get(at(key!.code))).status).toBe(404)
  })

  it('leads a visitor to a registration in the buyer’s company', async () => {
    const [key] = await keysOf(await bought(1))
    const visitor = app.visitor()
    expect((await visitor.get(at(key!.code))).body.data).toMatchObject({ standing: 'visitor', company: { login_id: 'noordwind' } })
    const body = { email: 'sleutel@nieuw.example', language: 'nl' }
    const begun = await visitor.post(at(key!.code, '/register'), body)
    expect([begun.status, begun.body.company]).toEqual([200, 'noordwind'])
    expect((await visitor.post(at('AAAA-BBBB-CCCC-DDDD', '/register'), body)).status).toBe(404)
    expect((await visitor.post(at(key!.code, '/register'), { ...body, email: 'geen adres' })).status).toBe(422)
  })

  it('can be withdrawn and renewed by the buyer until somebody has used it', async () => {
    const booking = await bought(2)
    const [first, second] = await keysOf(booking)
    const act = (key: Key, what: string, client = supervisor) => client.post(`/api/seat_keys/keys/${key.id}/${what}`, {})
    const { client } = await newPerson()
    expect((await act(first!, 'withdraw', client)).status).toBe(403)
    expect((await act(first!, 'withdraw')).status).toBe(200)
    expect(outcome(await useAs(client, first!.code))).toEqual([409, 'key_withdrawn'])
    // An admin of the platform may do the same.
    expect((await act(first!, 'renew', admin)).status).toBe(200)
    const [renewed] = await keysOf(booking)
    expect(renewed).toMatchObject({ id: first!.id, state: 'open' })
    expect((await useAs(client, first!.code)).status).toBe(404)
    expect((await useAs(client, renewed!.code)).status).toBe(200)
    for (const what of ['withdraw', 'renew']) expect(outcome(await act(renewed!, what))).toEqual([409, 'key_used'])
    // Used and withdrawn at the same moment: one of them happens.
    const { client: other } = await newPerson()
    const [used, withdrawn] = await Promise.all([useAs(other, second!.code), act(second!, 'withdraw')])
    expect([used.status, withdrawn.status].sort()).toEqual([200, 409])
  })

  it('is listed in a file and on cards', async () => {
    const booking = await bought(9)
    const [first] = await keysOf(booking)
    const csv = await supervisor.get(`/api/seat_keys/bookings/${booking}/files/csv`)
    expect(String(csv.body)).toContain(`1;${first!.code};${first!.address};Nog niet gebruikt;;`)
    const pdf = await supervisor.get(`/api/seat_keys/bookings/${booking}/files/pdf`)
    expect(Buffer.from(pdf.bytes.slice(0, 4)).toString('latin1')).toBe('%PDF')
    expect((await supervisor.get(`/api/seat_keys/bookings/${booking}/files/exe`)).status).toBe(404)
    expect((await (await signInAs('beheerder@bouwmeester.example')).get(`/api/seat_keys/bookings/${booking}/files/csv`)).status).toBe(404)
  })

  it('cannot be found by guessing: tries from one address are limited, and known keys do not count', async () => {
    const booking = await bought(1)
    const [key] = await keysOf(booking)
    await app.asSystem(() => db.from('core_rate_limits').delete())
    for (let n = 0; n < 65; n++) expect((await app.visitor().get(at(key!.code))).status).toBe(200)
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await app.visitor().get(at(`AAAA-BBBB-CCCC-DD${10 + n}`))).status)
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404))
    expect(statuses[60]).toBe(429)
    expect((await app.visitor().get(at(key!.code))).status).toBe(429)
    await app.asSystem(() => db.from('core_rate_limits').delete())
  })

  it('keeps no name of somebody who is erased', async () => {
    const booking = await bought(1)
    const [key] = await keysOf(booking)
    const { member, client } = await newPerson()
    expect((await useAs(client, key!.code)).status).toBe(200)
    const { exportPersonalData, erasePersonalData } = await import('../server/services/personal_data.js')
    expect(await app.inCompany('noordwind', () => exportPersonalData(member.id))).toMatchObject({
      seat_keys: [{ used_at: expect.any(Date) }],
    })
    await app.inCompany('noordwind', () => erasePersonalData(member.id))
    expect(await keysOf(booking)).toMatchObject([{ state: 'used', used_by: null }])
  })
})

describe('the demo', () => {
  it('has a booking with a key to try, a used one and a withdrawn one', async () => {
    const visitor = app.visitor()
    expect((await visitor.get(at('DEMO-NOOR-DWIN-D234'))).body.data).toMatchObject({ standing: 'visitor' })
    const states = await app.inCompany('noordwind', () =>
      db.from('seat_keys_keys').orderBy('id').limit(3).select('used_at', 'withdrawn_at'),
    )
    expect(states.map(({ used_at: used, withdrawn_at: withdrawn }) => [Boolean(used), Boolean(withdrawn)])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ])
  })
})

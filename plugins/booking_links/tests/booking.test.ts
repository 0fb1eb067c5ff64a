import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import { createParticipant } from '#core/testing/factories'
import {
  admin,
  answersOf,
  app,
  base,
  begin,
  bookBy,
  bookings,
  BUYER,
  change,
  companyOf,
  course,
  db,
  finish,
  linkWith,
  listed,
  numbersOf,
  price,
  second,
  start,
  supervisor,
  withoutCourse,
} from './links.js'

// A booking through a link: its price, who is refused, and the number of uses.

beforeAll(begin)

const rulesOf = (body: { errors?: { field: string; rule: string }[] }) => (body.errors ?? []).map(({ field, rule }) => `${field} ${rule}`)

describe('the price of a link', () => {
  it('is applied by the server and on the invoice, and shows the saving', async () => {
    const link = await linkWith({ price_kind: 'percent', price_value: 25 })
    await start(supervisor, link.token)
    const answers = await answersOf(supervisor)
    const plan = await price(answers)
    const own = Math.round(listed * 0.75)
    expect(plan.problems).toEqual([])
    expect(plan.costs.lines[0]).toMatchObject({ key: 'release', unit_cents: own })
    expect(plan.link).toEqual({ courses: [course], saved_cents: listed - own, min_people: 1, reserved: null })
    const { status, body } = await finish(answers)
    expect(status).toBe(201)
    await app.settle()
    const [invoice] = await app.asSystem(() => db.from('invoices_invoices').where('subject', `booking:${body.data.number}`))
    expect(invoice.total_cents).toBe(plan.costs.total_cents)
    expect(await numbersOf(link.id)).toMatchObject({ started: 1, booked: 1, paid: 0, used: 1 })
  })

  it('cannot be changed by the person who books', async () => {
    const link = await linkWith({ price_kind: 'agreed', price_value: 1_000 })
    await start(supervisor, link.token)
    const answers = await answersOf(supervisor)
    const { costs } = await price(answers)
    // Other fields in the request are ignored, and a different total is refused.
    const meddled = { ...answers, price_kind: 'agreed', price_value: 0, discount: 100, price: { kind: 'percent', value: 100 } }
    expect((await price(meddled)).costs).toEqual(costs)
    const cheaper = await finish(meddled, supervisor, 0)
    expect([cheaper.status, cheaper.body.code]).toEqual([409, 'price_changed'])
    // Another course, or another kind of booking.
    expect(rulesOf({ errors: (await price({ ...answers, course: second })).problems })).toContain('link link_course')
    expect(rulesOf({ errors: (await price({ ...answers, type: 'exam' })).problems })).toContain('type enum')
    // Invalid tokens.
    for (const forged of ['x'.repeat(24), link.token.slice(1) + 'A'])
      expect(rulesOf({ errors: (await price({ ...answers, link: forged })).problems })).toContain('link link_unknown')
    for (const broken of ['kort', 'a b'.repeat(9), { $ne: 1 }])
      expect((await supervisor.post('/api/booking/price', { answers: { ...answers, link: broken } })).status).toBe(422)
    // If an admin changes the price meanwhile, the person has to confirm the new price.
    await change(link, { price_value: 2_000 })
    expect((await finish(answers, supervisor, costs.total_cents)).body.code).toBe('price_changed')
  })

  it('is unknown in another company', async () => {
    const elsewhere = await linkWith({ company: await companyOf('bouwmeester'), price_kind: 'percent', price_value: 100 })
    const before = await bookings()
    const person = await createParticipant('noordwind')
    const answers = {
      course,
      type: 'elearning',
      people: [{ membership: person.id }],
      method: 'invoice',
      buyer: BUYER,
      link: elsewhere.token,
    }
    const plan = await price(answers)
    expect(rulesOf({ errors: plan.problems })).toContain('link link_unknown')
    expect(plan.costs.lines[0].unit_cents).toBe(listed)
    const { status, body } = await finish(answers)
    expect([status, rulesOf(body)]).toEqual([422, ['link link_unknown']])
    expect(await bookings()).toBe(before)
    expect(await numbersOf(elsewhere.id)).toMatchObject({ used: 0, booked: 0 })
    await supervisor.delete('/api/booking/draft')
  })
})

describe('a link that becomes invalid while a person is in the wizard', () => {
  const ends: [string, (link: Awaited<ReturnType<typeof linkWith>>) => Promise<unknown>, string][] = [
    ['turned off', (link) => change(link, { is_on: false }), 'link_off'],
    ['expired', (link) => change(link, { expires_on: addDays(today(), -1) }), 'link_expired'],
    ['deleted', ({ id }) => admin.delete(`${base}/${id}`), 'link_unknown'],
  ]
  for (const [how, end, code] of ends)
    it(`books nothing: ${how}`, async () => {
      const link = await linkWith()
      await start(supervisor, link.token)
      const answers = await answersOf(supervisor)
      const { costs } = await price(answers)
      const before = await bookings()
      await end(link)
      const { status, body } = await finish(answers, supervisor, costs.total_cents)
      expect([status, rulesOf(body)]).toEqual([422, [`link ${code}`]])
      expect(await bookings()).toBe(before)
    })

  it('books nothing for a course that was withdrawn', async () => {
    const link = await linkWith()
    await start(supervisor, link.token)
    const answers = await answersOf(supervisor)
    const before = await bookings()
    await withoutCourse(course, async () => {
      const { status, body } = await finish(answers, supervisor, 0)
      expect([status, rulesOf(body)[0]]).toEqual([422, 'course enum'])
    })
    expect(await bookings()).toBe(before)
  })
})

describe('the number of uses', () => {
  it('refuses one booking too many with a code, and a cancelled one makes room', async () => {
    const link = await linkWith({ max_uses: 1 })
    const id = await bookBy(link.token)
    expect(await numbersOf(link.id)).toMatchObject({ state: 'used_up', used: 1, booked: 1 })
    expect((await start(supervisor, link.token)).body.code).toBe('link_used_up')
    const { updated_at: version } = (await supervisor.get(`/api/booking/bookings/${id}`)).body.data
    expect((await supervisor.post(`/api/booking/bookings/${id}/acts`, { act: 'cancel_course', updated_at: version })).status).toBe(200)
    await app.settle()
    expect(await numbersOf(link.id)).toMatchObject({ state: 'open', used: 0, booked: 0 })
    await bookBy(link.token)
    expect(await numbersOf(link.id)).toMatchObject({ state: 'used_up', used: 1, booked: 1 })
  })

  it('is enforced for concurrent bookings', async () => {
    const USES = 2
    const link = await linkWith({ max_uses: USES })
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const email = `tegelijk${n}@noordwind.example`
        const { id } = await createParticipant('noordwind', { email, signsIn: true, birthdate: '1990-01-01' })
        return { client: await signInAs(email), id }
      }),
    )
    const before = await bookings()
    const ready = await Promise.all(
      people.map(async ({ client, id }) => {
        expect((await start(client, link.token)).status).toBe(200)
        const answers = await answersOf(client, { people: [{ membership: id }] })
        return { client, answers, total: (await price(answers, client)).costs.total_cents as number }
      }),
    )
    const answers = await Promise.all(ready.map((one) => finish(one.answers, one.client, one.total)))
    const said = answers.map(({ status, body }) =>
      status === 201 ? 'booked' : body.code === 'link_used_up' ? body.code : rulesOf(body).join(),
    )
    expect(said.filter((one) => one === 'booked')).toHaveLength(USES)
    expect(said.filter((one) => one !== 'booked' && !one.includes('link_used_up'))).toEqual([])
    expect(await bookings()).toBe(before + USES)
    expect(await numbersOf(link.id)).toMatchObject({ used: USES, state: 'used_up' })
    await app.settle()
    expect(await numbersOf(link.id)).toMatchObject({ started: 6, booked: USES })
  })
})

describe('people who passed', () => {
  it('are counted once from the bookings of the link', async () => {
    const link = await linkWith({ courses: [course, second] })
    const id = await bookBy(link.token)
    const { people } = (await supervisor.get(`/api/booking/bookings/${id}`)).body.data
    const participation = await app.asSystem(
      async () => (await db.from('booking_people').where('booking_id', id).firstOrFail()).participation_id,
    )
    expect(people).toHaveLength(1)
    const insights = `/api/learning/insights/${participation}`
    const { updated_at: version } = (await supervisor.get(insights)).body.data
    const acted = await supervisor.post(`${insights}/acts`, { act: 'pass', reason: 'Elders gehaald', updated_at: version })
    expect(acted.status).toBe(200)
    await app.settle()
    expect(await numbersOf(link.id)).toMatchObject({ booked: 1, passed: 1 })
    // A repeated event changes nothing.
    const { recount } = await import('../server/services/outcomes.js')
    await app.inCompany('noordwind', () => recount({ bookingId: id }))
    expect(await numbersOf(link.id)).toMatchObject({ passed: 1 })
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import { createParticipant } from '#core/testing/factories'
import {
  admin,
  answersOf,
  app,
  at,
  base,
  begin,
  bodyOf,
  bookBy,
  BUYER,
  change,
  course,
  db,
  finish,
  linkWith,
  price,
  show,
  start,
  supervisor,
} from './links.js'

// Seats of an exam moment that a link reserves, and the fewest people in a booking through it.

const SEATS = 5
let moment: number

beforeAll(begin)
beforeEach(async () => {
  moment = await app.asSystem(async () => {
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: course, languages: ['nl'] })
      .returning('id')
    const row = { exam_id: exam.id, language: 'nl', seats: SEATS, city: 'Testplaats', location: 'Zaal', address: 'Plein 1' }
    const [made] = await db
      .table('exams_moments')
      .insert({ ...row, starts_at: `${addDays(today(), 40)}T09:00:00Z` })
      .returning('id')
    return made.id as number
  })
})

const reserving = (more: object = {}) => linkWith({ type: 'exam', moment_id: moment, reserved_seats: 3, ...more })
const seatsTaken = async () => Number((await app.asSystem(() => db.rawQuery('select exams_seats_taken(?) as n', [moment]))).rows[0].n)
const people = async (count: number) => {
  const made = await Promise.all(Array.from({ length: count }, () => createParticipant('noordwind', { birthdate: '1990-01-01' })))
  return { people: made.map(({ id }) => ({ membership: id })) }
}
const left = async (id: number) => ((await show(id)).reserved as { seats_left: number }).seats_left
const rulesOf = ({ problems }: { problems: { field: string; rule: string }[] }) => problems.map(({ field, rule }) => `${field} ${rule}`)
/** Answers for an exam at the moment, without a link. */
const withoutLink = async (count: number) => ({
  ...{ method: 'invoice', buyer: BUYER },
  ...(await people(count)),
  link: null,
  course,
  type: 'exam',
  moment,
})

describe('a link with reserved seats', () => {
  it('keeps them from everybody else, and opens the wizard at its moment', async () => {
    const link = await reserving()
    expect([await seatsTaken(), await left(link.id)]).toEqual([3, 3])
    await start(supervisor, link.token)
    const answers = await answersOf(supervisor, await people(4))
    expect(answers.moment).toBe(moment)
    // Two free seats and three reserved ones.
    expect(rulesOf(await price(answers))).toEqual([])
    expect(rulesOf(await price(await withoutLink(3)))).toContain('moment no_seats_left')
    expect(rulesOf(await price(await withoutLink(2)))).toEqual([])
    await supervisor.delete('/api/booking/draft')
  })

  it('gives them to its bookings, and gives them back when a booking is cancelled', async () => {
    const link = await reserving()
    const booking = await bookBy(link.token, await people(2))
    expect([await seatsTaken(), await left(link.id)]).toEqual([3, 1])
    // More people than reserved seats: the others take free ones.
    await bookBy(link.token, await people(3))
    expect([await seatsTaken(), await left(link.id)]).toEqual([5, 0])
    const { updated_at: version } = (await supervisor.get(`/api/booking/bookings/${booking}`)).body.data
    const cancelled = await supervisor.post(`/api/booking/bookings/${booking}/acts`, { act: 'cancel_exam', updated_at: version })
    expect(cancelled.status).toBe(200)
    await app.settle()
    expect([await seatsTaken(), await left(link.id)]).toEqual([5, 2])
  })

  it('releases them when it is turned off, expires, is used up or is deleted', async () => {
    const link = await reserving({ max_uses: 1 })
    const turn = (on: boolean) => admin.post(`${base}/${link.id}/switch`, { on })
    expect((await turn(false)).status).toBe(200)
    expect(await seatsTaken()).toBe(0)
    expect((await turn(true)).status).toBe(200)
    expect(await seatsTaken()).toBe(3)
    await bookBy(link.token, await people(1))
    // Its only use is gone, so the other seats are free.
    expect(await seatsTaken()).toBe(1)

    const other = await reserving()
    expect(await seatsTaken()).toBe(4)
    expect((await admin.delete(`${base}/${other.id}`)).status).toBe(200)
    expect(await seatsTaken()).toBe(1)

    const short = await reserving({ expires_on: today() })
    const [held] = await app.asSystem(() => db.from('exams_entries').where('key', `booking_links:${short.id}`).select('held_until'))
    expect(held.held_until.getTime() - Date.now()).toBeLessThan(86_400_000 * 1.1)
    expect((await change(short, { expires_on: addDays(today(), -1) })).status).toBe(200)
    expect(await seatsTaken()).toBe(1)
  })

  it('cannot be turned on when the seats were taken meanwhile', async () => {
    const link = await reserving({ is_on: false })
    expect(await seatsTaken()).toBe(0)
    expect((await finish(await withoutLink(3))).status).toBe(201)
    const { status, body } = await admin.post(`${base}/${link.id}/switch`, { on: true })
    expect([status, body.code]).toEqual([409, 'no_seats_left'])
    expect(await show(link.id)).toMatchObject({ is_on: false })
    expect(await seatsTaken()).toBe(3)
  })

  it('is never oversold by bookings at the same moment', async () => {
    const link = await reserving({ reserved_seats: 5 })
    const colleague = await signInAs('beheerder@noordwind.example')
    await start(supervisor, link.token)
    const mine = await answersOf(supervisor, await people(3))
    expect((await finish(mine)).status).toBe(201)
    await start(colleague, link.token)
    const theirs = await answersOf(colleague, await people(3))
    const refused = await finish(theirs, colleague, 0)
    expect([refused.status, rulesOf({ problems: refused.body.errors })]).toEqual([422, ['moment no_seats_left']])
    expect([await seatsTaken(), await left(link.id)]).toEqual([5, 2])
    await supervisor.delete('/api/booking/draft')
  })

  it('is refused with a wrong moment or number', async () => {
    const post = async (more: object) => {
      const { status, body } = await admin.post(base, bodyOf({ type: 'exam', moment_id: moment, reserved_seats: 1, ...more }))
      return [status, ...(body.errors ?? []).map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)]
    }
    expect(await post({ reserved_seats: 6 })).toEqual([422, 'reserved_seats no_seats_left'])
    expect(await post({ reserved_seats: 0 })).toEqual([422, 'reserved_seats required'])
    expect(await post({ moment_id: null })).toEqual([422, 'moment_id required'])
    expect(await post({ moment_id: 999_999_999 })).toEqual([422, 'moment_id enum'])
    expect(await post({ type: 'elearning' })).toEqual([422, 'moment_id enum'])
    expect((await post({ reserved_seats: 1001 }))[0]).toBe(422)
    expect(await seatsTaken()).toBe(0)
  })
})

describe('a link for a minimum number of people', () => {
  it('is refused for fewer people in one booking', async () => {
    const link = await linkWith({ min_people: 3, price_kind: 'percent', price_value: 50 })
    await start(supervisor, link.token)
    const answers = await answersOf(supervisor, await people(2))
    const plan = await price(answers)
    expect([rulesOf(plan), plan.link.min_people]).toEqual([['people link_min_people'], 3])
    const { status, body } = await finish(answers)
    expect([status, body.errors]).toMatchObject([422, [{ field: 'people', rule: 'link_min_people' }]])
    expect(await show(link.id)).toMatchObject({ used: 0 })
    // Seats without names count as people.
    expect(rulesOf(await price({ ...answers, people: [], seats: 2 }))).toEqual(['seats link_min_people'])
    expect(rulesOf(await price({ ...answers, people: [], seats: 3 }))).toEqual([])
    await bookBy(link.token, await people(3))
    expect(await show(link.id)).toMatchObject({ used: 1, booked: 1 })
  })

  it('is not for somebody who books for themselves only', async () => {
    const link = await linkWith({ min_people: 2 })
    const participant = await signInAs('leerling@noordwind.example')
    expect((await participant.get(at(link.token))).body.data).toMatchObject({ standing: 'not_allowed', min_people: 2, registration: false })
    const { status, body } = await app.visitor().post(at(link.token, '/register'), { email: 'nieuw@elders.example', language: 'nl' })
    expect([status, body.code]).toEqual([409, 'registration_closed'])
    for (const min of [0, 201, 1.5, null]) expect((await admin.post(base, bodyOf({ min_people: min }))).status).toBe(422)
  })
})

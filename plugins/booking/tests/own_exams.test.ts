import { beforeAll, expect, it } from 'vitest'
import { signInAs } from '#core/testing/app'
import { placeOf } from '#plugins/booking/contract/place'
import { simulatePayments } from '#plugins/payments/contract/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  act,
  answersFor,
  app,
  begin,
  booked,
  course,
  db,
  finish,
  keep,
  moments,
  other,
  person,
  price,
  second,
  show,
  supervisor,
} from './bookings.js'

// A participant's exams among their trainings: only their own, for as long as they are relevant.

let participant: Awaited<ReturnType<typeof signInAs>>
let self: number

/** Whether the list of trainings shows the exams too. */
const isShown = async () => (await participant.get('/api/learning/participations')).body.has_others

beforeAll(async () => {
  await begin()
  participant = await signInAs('leerling@noordwind.example')
  self = (await participant.get('/api/booking/offers')).body.self
})

interface Own {
  id: number
  status: string
  opens: boolean
}
const own = async (client = participant) => (await client.get('/api/booking/own')).body.data as Own[]
const mine = async (id: number, client = participant) => (await own(client)).find((one) => one.id === id)
const set = (table: string, where: object, values: object) => app.asSystem(() => db.from(table).where(where).update(values))
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000)

it('shows a city once', () => {
  const hall = { location: 'Havengebouw', city: 'IJmuiden' }
  expect(placeOf({ ...hall, address: 'Kade 40, 1976 BZ IJmuiden' })).toBe('Havengebouw, Kade 40, 1976 BZ IJmuiden')
  expect(placeOf({ ...hall, address: 'Kade 40' })).toBe('Havengebouw, Kade 40, IJmuiden')
  expect(placeOf({ ...hall, address: '' })).toBe('Havengebouw, IJmuiden')
})

it('shows a person the exam that a supervisor booked for them, without the booking, and to nobody else', async () => {
  const before = await own()
  expect([before, await isShown()]).toEqual([[], false])
  const id = await booked(answersFor([self], { type: 'exam' }))
  expect(await isShown()).toBe(true)
  const { number } = await show(id)
  expect(await mine(id)).toEqual({
    id,
    number,
    course: expect.any(String) as string,
    to_confirm: expect.any(Number) as number,
    starts_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    place: 'Zaal, Plein 1, Testplaats',
    status: 'invoice',
    exam_status: 'waiting',
    withdrawn: false,
    // The booking would show the price and the other participants.
    opens: false,
  })
  const others = await booked(answersFor([await person()], { type: 'exam' }))
  const without = await booked(answersFor([self], { course: second, type: 'elearning', moment: null }))
  expect((await own()).map((one) => one.id)).toEqual([...before.map((one) => one.id), id].sort())
  // Neither the supervisor who booked it nor people of another company see it.
  for (const client of [supervisor, other, await signInAs('leerling@bouwmeester.example')]) {
    const seen = (await own(client)).map((one) => one.id)
    for (const one of [id, others, without]) expect(seen).not.toContain(one)
  }
  expect((await participant.get(`/api/booking/own/${id}`)).status).toBe(404)

  // Each change of the entry is shown; a cancelled entry is not.
  await set('exams_entries', { key: `booking:${number}` }, { status: 'confirmed' })
  expect(await mine(id)).toMatchObject({ exam_status: 'confirmed' })
  expect((await act(id, 'cancel_exam')).status).toBe(200)
  expect(await mine(id)).toBeUndefined()
})

it('shows a taken exam until a while after its result, and says when a moment is withdrawn', async () => {
  const id = await booked(answersFor([self], { type: 'exam', moment: moments[1] }))
  const { number } = await show(id)
  const key = { key: `booking:${number}` }
  await set('booking_bookings', { id }, { exam_at: dateIn(-20) })
  await set('exams_entries', key, { status: 'passed' })
  expect(await mine(id)).toMatchObject({ exam_status: 'passed' })
  await set('booking_bookings', { id }, { exam_at: dateIn(-31) })
  expect(await mine(id)).toBeUndefined()

  await set('booking_bookings', { id }, { exam_at: dateIn(10), status: 'needs_processing' })
  await set('exams_entries', key, { status: 'waiting', released_at: new Date(), release_reason: 'withdrawn' })
  expect(await mine(id)).toMatchObject({ withdrawn: true, exam_status: null, status: 'needs_processing' })
  await set('booking_bookings', { id }, { exam_at: dateIn(-1) })
  expect(await mine(id)).toBeUndefined()
})

it('leads a participant back to their unpaid booking until they book it again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'own-exams-'))
  const simulator = await simulatePayments({ folder, platform: app.url })
  try {
    const answers = answersFor([self], { type: 'exam', method: 'card' })
    const total = (await price(answers, participant)).costs.total_cents
    const { status, body } = await finish(await keep(answers, participant), total, participant)
    expect([status, body.errors]).toEqual([201, undefined])
    const id = body.data.id as number
    expect(await mine(id)).toMatchObject({ status: 'open', exam_status: null, opens: true })
    expect((await participant.get(`/api/booking/own/${id}`)).status).toBe(200)
    await set('booking_bookings', { id }, { status: 'failed' })
    expect(await mine(id)).toMatchObject({ status: 'failed' })
    // Neither the same course without its exam nor an exam that was cancelled later counts as a rebooking.
    const withoutExam = await booked(answersFor([self], { course, type: 'elearning', moment: null }))
    expect(await mine(id)).toMatchObject({ status: 'failed' })
    await set('booking_bookings', { id: withoutExam }, { type: 'exam', status: 'canceled' })
    expect(await mine(id)).toMatchObject({ status: 'failed' })
    // Somebody else booked it, so it is not theirs to pay.
    await set('booking_bookings', { id }, { booked_by: await person() })
    expect(await mine(id)).toBeUndefined()
    await set('booking_bookings', { id }, { booked_by: self })
    const anew = await booked(answersFor([self], { course, type: 'exam', moment: moments[2] }))
    expect((await own()).map((one) => one.id)).toContain(anew)
    expect(await mine(id)).toBeUndefined()
  } finally {
    await simulator.stop()
    await rm(folder, { recursive: true })
  }
})

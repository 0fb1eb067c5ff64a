import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { createParticipant } from '#core/testing/factories'
import type { TestClient } from '#core/testing/client'

// The day of an exam: presence, identity checks and no-shows, and the reminder before it.

const app = await testApp()
const { default: db } = await import('@adonisjs/lucid/services/db')
const { service: exams } = await import('#plugins/exams/server/services/exams_service')
const { remindPeople } = await import('#plugins/exams/server/services/reminders')
let admin: TestClient
let examiner: TestClient
let exam: number
let house: number
/** Three participants of Noordwind. */
let people: { id: number; email: string }[]
let moment: number
let entries: number[]

beforeAll(async () => {
  await app.settle()
  admin = await signInAs('admin@platform.example')
  examiner = await signInAs('examinator@examenhuis.example')
  const { body } = await admin.get('/api/exams/options')
  house = body.data.providers.find(({ name }: { name: string }) => name === 'Examenhuis').id
  const made = await admin.post('/api/exams/exams', {
    ...{ course_id: body.data.courses[0].id, languages: ['nl'], adults_only: false, certificate: {}, valid_months: 12, active: true },
    provider: house,
  })
  exam = made.body.data.id
  const made3 = await Promise.all([1, 2, 3].map(() => createParticipant('noordwind', { signsIn: true })))
  people = made3.map(({ id, email }) => ({ id, email }))
})

/** A new moment with the three people on it, all confirmed. */
beforeEach(async () => {
  const { body } = await admin.post('/api/exams/moments', {
    ...{ exam_id: exam, language: 'nl', day: addDays(today(), 40), time: '09:00', seats: 5, provider: house, adults_only: false, weeks: 1 },
    places: [{ city: 'Delft', location: 'Zaal 1', address: 'Plein 2' }],
  })
  moment = body.data.ids[0]
  await app.inCompany('noordwind', async () => {
    await exams.hold(
      `day:${moment}`,
      moment,
      people.map(({ id }) => id),
      new Date(Date.now() + 600_000),
    )
    await exams.confirm(`day:${moment}`)
  })
  const listed = await examiner.get(`/api/exams/entries?moment=${moment}&sort=person`)
  entries = listed.body.data.map(({ id }: { id: number }) => id)
  for (const id of entries) await examiner.post(`/api/exams/entries/${id}/status`, { status: 'confirmed' })
})

const startsIn = (hours: number) =>
  app.asSystem(() =>
    db
      .from('exams_moments')
      .where('id', moment)
      .update({ starts_at: new Date(Date.now() + hours * 3_600_000) }),
  )
const presence = (client: TestClient, id: number, body: object) => client.put(`/api/exams/entries/${id}/presence`, body)
const day = async (client: TestClient = examiner) => client.get(`/api/exams/moments/${moment}/day`)

it('records presence and the identity check, and keeps the first time', async () => {
  await startsIn(1)
  const [first] = entries as [number]
  expect((await day()).body.data).toMatchObject({ is_open: true, has_begun: false })
  const came = await presence(examiner, first, { arrived: true })
  expect(came.body.data).toMatchObject({ identity_seen_at: null, seat: null, note: '' })
  const again = await presence(examiner, first, { identity_seen: true, seat: 7, note: 'Voorlezer naast zich.' })
  expect(again.body.data).toMatchObject({ arrived_at: came.body.data.arrived_at, seat: 7, note: 'Voorlezer naast zich.' })
  expect(again.body.data.identity_seen_at).not.toBeNull()
  const unseen = await presence(examiner, first, { identity_seen: false })
  expect(unseen.body.data).toMatchObject({ arrived_at: came.body.data.arrived_at, identity_seen_at: null })
  // Omitted fields do not change. Clearing presence clears the identity check.
  const gone = await presence(examiner, first, { arrived: false })
  expect(gone.body.data).toMatchObject({ arrived_at: null, identity_seen_at: null, seat: 7 })
  // Checking a document means the person is present.
  expect((await presence(examiner, first, { identity_seen: true })).body.data.arrived_at).not.toBeNull()
})

it('is open to the exam provider only, on the day', async () => {
  const [first] = entries as [number]
  expect((await presence(examiner, first, { arrived: true })).body.code).toBe('not_exam_day')
  await startsIn(4)
  expect((await presence(examiner, first, { arrived: true })).body.code).toBe('not_exam_day')
  await startsIn(-15 * 24)
  expect((await presence(examiner, first, { arrived: true })).body.code).toBe('not_exam_day')
  await startsIn(-1)
  const own = await signInAs('beheerder@noordwind.example')
  const foreign = await signInAs('beheerder@bouwmeester.example')
  expect([(await presence(own, first, { arrived: true })).status, (await day(own)).status]).toEqual([403, 403])
  expect([(await presence(foreign, first, { arrived: true })).status, (await day(foreign)).status]).toEqual([404, 403])
  expect((await foreign.post(`/api/exams/moments/${moment}/no_shows`)).status).toBe(403)
  for (const body of [{ seat: 0 }, { seat: 1001 }, { arrived: 'misschien' }, { note: 'x'.repeat(501) }])
    expect((await presence(examiner, first, body)).status, JSON.stringify(body)).toBe(422)
  expect((await presence(admin, first, { arrived: true })).status).toBe(200)
  // The person's company sees what the examiner recorded.
  const shown = await own.get(`/api/exams/entries?moment=${moment}`)
  expect(shown.body.data.filter(({ arrived_at: at }: { arrived_at: string | null }) => at !== null)).toHaveLength(1)
})

it('refuses presence for a released seat', async () => {
  await startsIn(1)
  await app.inCompany('noordwind', () => exams.release(`day:${moment}`))
  expect((await presence(examiner, entries[0]!, { arrived: true })).body.code).toBe('seat_released')
  expect((await day()).body.data.people).toEqual([])
})

it('records absent people as no-shows once the exam has started', async () => {
  await startsIn(1)
  const [came, passed, absent] = entries as [number, number, number]
  await presence(examiner, came, { arrived: true })
  expect((await examiner.post(`/api/exams/moments/${moment}/no_shows`)).body.code).toBe('not_begun')
  await startsIn(-1)
  await examiner.post(`/api/exams/entries/${passed}/status`, { status: 'passed' })
  // Two concurrent requests: nobody is recorded twice.
  const both = await Promise.all([1, 2].map(() => examiner.post(`/api/exams/moments/${moment}/no_shows`)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { people: now } = (await day()).body.data
  expect(Object.fromEntries(now.map((one: { id: number; status: string }) => [one.id, one.status]))).toEqual({
    [came]: 'confirmed',
    [passed]: 'passed',
    [absent]: 'no_show',
  })
  const history = (await examiner.get(`/api/exams/entries/${absent}/history`)).body.data
  expect(history.filter(({ status }: { status: string }) => status === 'no_show')).toHaveLength(1)
})

it('reminds people of an exam in the next two days, once for each start', async () => {
  const reminders = () =>
    app.asSystem(async () =>
      (
        await db
          .from('core_mail_outbox')
          .where('trigger', 'exams.mail.reminder')
          .whereRaw(`(payload ->> 'entry')::bigint = any(?)`, [entries as never])
      ).map(({ text }) => text as string),
    )
  const run = async () => {
    await app.inCompany('noordwind', remindPeople)
    await app.settle()
    return reminders()
  }
  expect(await run()).toEqual([])
  await startsIn(30)
  expect(await dueIn('exams.remind')).toContain('noordwind')
  await app.asSystem(() =>
    db
      .from('exams_entries')
      .where('id', entries[0]!)
      .update({ adjustments: ['reading_aloud'] }),
  )
  const [first, ...others] = await run()
  const adjusted = [first!, ...others].map((text) => /Aanpassingen: (.*)/.exec(text)?.[1])
  expect(adjusted.sort()).toEqual(['geen', 'geen', 'voorlezen (120 minuten)'])
  expect(others).toHaveLength(2)
  expect(first).toContain('Zaal 1, Plein 2, Delft')
  expect(first).toContain('(Nederlands)')
  expect(await dueIn('exams.remind')).not.toContain('noordwind')
  expect(await run()).toHaveLength(3)
  // Moved: the reminder names the new start.
  await startsIn(40)
  expect(await run()).toHaveLength(6)
  await app.inCompany('noordwind', () => exams.release(`day:${moment}`))
  await startsIn(20)
  expect(await run()).toHaveLength(6)
})

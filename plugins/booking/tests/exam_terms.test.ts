import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { act, admin, answersFor, app, base, begin, booked, course, db, finish, keep, person, price, show, supervisor } from './bookings.js'

// A person who books an exam reads the terms of the company that gives it and agrees to that exact text; the text and the agreement are
// stored with the booking.

let given: number[]
let house: { id: number; updated_at: string }
const read = async (moment: number, client: TestClient = supervisor) => (await client.get(`/api/exams/moments/${moment}/terms`)).body.data
const agreements = () => app.asSystem(() => db.from('booking_agreements').orderBy('id').select('*'))
async function write(terms: object | null): Promise<void> {
  const { updated_at: version } = (await admin.get(`/api/companies/${house.id}`)).body.data
  const saved = await admin.patch(`/api/companies/${house.id}`, { updated_at: version, settings: { companies: { exam_terms: terms } } })
  expect(saved.status).toBe(200)
}

beforeAll(async () => {
  await begin()
  house = (await admin.get('/api/companies?search=examenhuis')).body.data[0]
  given = await app.asSystem(async () => {
    const exam = await db.from('exams_exams').where('course_id', course).orderBy('id', 'desc').firstOrFail()
    const at = {
      exam_id: exam.id,
      city: 'Examenstad',
      location: 'Zaal',
      address: '',
      language: 'nl',
      seats: 20,
      provider_company_id: house.id,
    }
    const rows = [45, 50].map((days) => ({ ...at, starts_at: `${addDays(today(), days)}T09:00:00Z` }))
    return (await db.table('exams_moments').returning('id').multiInsert(rows)).map(({ id }: { id: number }) => id)
  })
  await write({ nl: 'Neem een identiteitsbewijs mee.', en: 'Bring proof of identity.' })
})

describe('the terms of the company that gives an exam', () => {
  it('can be read in their language by people who may book, and by nobody else', async () => {
    expect(await read(given[0]!)).toEqual({
      ...{ provider: 'Examenhuis', text: 'Neem een identiteitsbewijs mee.', language: 'nl' },
      mark: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await read(given[0]!, await signInAs('leerling@noordwind.example'))).provider).toBe('Examenhuis')
    expect((await read(given[0]!, admin)).provider).toBe('Examenhuis')
    expect((await (await signInAs('examinator@examenhuis.example')).get(`/api/exams/moments/${given[0]}/terms`)).status).toBe(403)
    // No company gives this exam.
    const without = answersFor([await person()])
    expect(await read(without.moment as number)).toBeNull()
    expect(await price(without)).toMatchObject({ exam_terms: null, problems: [] })
  })

  it('must be agreed to before booking, in their current text, which is stored', async () => {
    const answers = answersFor([await person()], { moment: given[0] })
    const before = await agreements()
    const plan = await price(answers)
    expect(plan.problems).toEqual([{ field: 'exam_terms', rule: 'agree_to_terms' }])
    const refused = await finish(await keep(answers), plan.costs.total_cents)
    expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ field: 'exam_terms' })]])
    const { mark } = await read(given[0]!)
    await write({ nl: 'Neem een paspoort mee.', en: 'Bring proof of identity.' })
    const late = await finish(await keep({ ...answers, exam_terms: mark }), plan.costs.total_cents)
    expect(late.body.errors).toMatchObject([{ field: 'exam_terms', rule: 'terms_changed' }])
    expect(await agreements()).toEqual(before)
    const id = await booked({ ...answers, exam_terms: (await read(given[0]!)).mark })
    await write({ nl: 'Heel andere woorden.' })
    const { agreements: kept } = await show(id)
    expect(kept).toMatchObject([{ provider: 'Examenhuis', text: 'Neem een paspoort mee.', language: 'nl', by: expect.any(String) }])
    expect(Date.now() - Date.parse(kept[0].at)).toBeLessThan(60_000)
    expect((await (await signInAs('beheerder@bouwmeester.example')).get(`${base}/${id}`)).status).toBe(404)
  })

  it('are agreed to in the language in which they were read', async () => {
    const { mark } = await read(given[0]!)
    const speak = (language: string) =>
      app.asSystem(() => db.from('core_users').where('email', 'beheerder@noordwind.example').update({ language }))
    await write({ nl: 'Neem een paspoort mee.', en: 'Bring a passport.' })
    const dutch = await read(given[0]!)
    expect(dutch.mark).not.toBe(mark)
    await speak('en')
    const english = await read(given[0]!)
    expect(english).toMatchObject({ text: 'Bring a passport.', language: 'en' })
    const answers = answersFor([await person()], { moment: given[0] })
    expect((await price({ ...answers, exam_terms: dutch.mark })).problems).toEqual([{ field: 'exam_terms', rule: 'terms_changed' }])
    const id = await booked({ ...answers, exam_terms: english.mark })
    await speak('nl')
    expect((await show(id)).agreements).toMatchObject([{ text: 'Bring a passport.', language: 'en' }])
    await write({ nl: 'Heel andere woorden.' })
  })

  it('must be agreed to again for another moment, by the company and not by the platform for it', async () => {
    const people = [await person(), await person()]
    const id = await booked(answersFor(people))
    expect((await show(id)).agreements).toEqual([])
    const refused = await act(id, 'update_exam', { moment: given[0] })
    expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ field: 'exam_terms', rule: 'agree_to_terms' })]])
    const { mark } = await read(given[0]!)
    const moved = await act(id, 'update_exam', { moment: given[0], exam_terms: mark })
    expect(moved.body.data).toMatchObject({ moment_id: given[0], agreements: [{ text: 'Heel andere woorden.' }] })
    // Earlier history lines keep the old place and do not show where the exam was moved to.
    const lines = (await supervisor.get(`/api/people/participants/${people[0]}/history`)).body.data as { action: string; text: string }[]
    const places = lines.filter(({ action }) => action === 'exams.status_waiting').map(({ text }) => text.includes('Examenstad'))
    expect([places.length > 1, places[0], places.at(-1)]).toEqual([true, true, false])
    // A person who is split off takes their earlier agreements along.
    const own = await act(id, 'update_exam', { moment: given[1], exam_terms: mark, person: people[1] })
    expect(own.body.data.agreements).toHaveLength(2)
    expect((await act(id, 'update_exam', { moment: given[1] }, admin)).body.data).toMatchObject({
      ...{ moment_id: given[1], agreements: [expect.anything()] },
    })
  })

  it('are no longer shown when the company stops giving exams', async () => {
    const set = async (value: boolean) => {
      const { updated_at: version } = (await admin.get(`/api/companies/${house.id}`)).body.data
      await admin.patch(`/api/companies/${house.id}`, { updated_at: version, settings: { companies: { exam_provider: value } } })
    }
    await set(false)
    expect(await read(given[0]!)).toBeNull()
    await set(true)
    expect((await read(given[0]!)).text).toBe('Heel andere woorden.')
  })
})

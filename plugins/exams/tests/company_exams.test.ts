import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { dueIn } from '#core/testing/due_in'
import { createParticipants } from '#core/testing/factories'

// Exams at a company's own location, and when moments close.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let service: typeof import('../server/services/exams_service.js').service
let house: TestClient
let manager: TestClient
let other: TestClient
let admin: TestClient
let course: number
let exam: number
const URL = '/api/exams/requests'

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ service } = await import('../server/services/exams_service.js'))
  house = await signInAs('examinator@examenhuis.example')
  manager = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
  course = (await manager.get('/api/booking/offers')).body.data.find(({ adults_only: adults }: { adults_only: boolean }) => !adults).id
  exam = await app.asSystem(async () => {
    const provider = await db.from('core_companies').where('login_id', 'examenhuis').firstOrFail()
    const [row] = await db
      .table('exams_exams')
      .insert({ course_id: course, languages: ['nl'], provider_company_id: provider.id })
      .returning('id')
    return Number(row.id)
  })
  const terms = JSON.stringify({ company_least: 8, list_days: 5 })
  await app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    await db.rawQuery(
      `insert into core_company_settings (company_id, plugin, chosen) values (?, 'exams', ?::jsonb)
       on conflict (company_id, plugin) do update set chosen = excluded.chosen`,
      [company.id, terms],
    )
  })
})

const wish = (more: object = {}) => ({
  ...{
    exam_id: exam,
    people: 6,
    language: 'nl',
    wished_on: addDays(today(), 40),
    location: 'Loods 4',
    address: 'Kade 12',
    city: 'IJmuiden',
  },
  ...more,
})
const ask = async (more: object = {}) => {
  const { status, body } = await manager.post(URL, wish(more))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data as { id: number; billed_least: number; list_days: number }
}
const answer = (id: number, body: object, client = house) => client.post(`${URL}/${id}/answer`, body)
const planned = async () => {
  const { id } = await ask()
  const { status, body } = await answer(id, { plan: true, day: addDays(today(), 41), time: '10:00', reason: 'Tot dan' })
  expect(status).toBe(200)
  return body.data as { id: number; moment_id: number; starts_at: string; closes_at: string; list_on: string }
}
const mailsOf = (trigger: string) =>
  app.asSystem(async () => Number((await db.from('core_mail_outbox').where({ trigger }).count('* as n').first()).n))

describe('a request', () => {
  it('shows its terms, and refuses a day on which the list could not be in time', async () => {
    const { data } = (await manager.get('/api/exams/request_options')).body
    expect(data).toMatchObject({ billed_least: 8, list_days: 5 })
    expect((await manager.post(URL, wish({ wished_on: addDays(today(), 3) }))).body.errors[0]).toMatchObject({
      field: 'wished_on',
      rule: 'too_soon',
    })
    expect((await manager.post(URL, wish({ exam_id: 99_999_999 }))).body.errors[0]).toMatchObject({ field: 'exam_id', rule: 'enum' })
    expect((await manager.post(URL, wish({ language: 'pl' }))).body.errors[0]).toMatchObject({ field: 'language', rule: 'exam_language' })
  })

  it('is seen by the company, the exam house and the platform, and by nobody else', async () => {
    const { id } = await ask()
    const waiting = async (client: TestClient) =>
      ((await client.get(`${URL}?to_answer=true&per_page=100`)).body.data as { id: number }[]).some((row) => row.id === id)
    // Only people who can answer see the attention item.
    expect([await waiting(manager), await waiting(house), await waiting(admin)]).toEqual([false, true, true])
    const sees = async (client: TestClient) =>
      (await client.get(`${URL}?per_page=100`)).body.data.some((row: { id: number }) => row.id === id)
    expect([await sees(manager), await sees(house), await sees(admin), await sees(other)]).toEqual([true, true, true, false])
    expect((await answer(id, { plan: false, reason: 'x' }, manager)).status).toBe(403)
    expect((await answer(id, { plan: false, reason: 'x' }, other)).status).toBe(404)
    expect((await other.delete(`${URL}/${id}`)).status).toBe(404)
    expect((await manager.delete(`${URL}/${id}`)).status).toBe(200)
    expect((await answer(id, { plan: false, reason: 'x' })).body).toMatchObject({ code: 'already_answered' })
  })

  it('is declined with a reason that the requester is told', async () => {
    const { id } = await ask()
    expect((await answer(id, { plan: false })).body.errors[0]).toMatchObject({ field: 'reason', rule: 'required' })
    const before = await mailsOf('exams.mail.request_declined')
    expect((await answer(id, { plan: false, reason: 'Geen examinator' }, admin)).body.data).toMatchObject({
      status: 'declined',
      answer: 'Geen examinator',
    })
    expect(await mailsOf('exams.mail.request_declined')).toBe(before + 1)
  })

  it('is mailed once to the exam house, as is its withdrawal', async () => {
    const { mailProvider } = await import('../server/services/provider_mails.js')
    const tell = async () => {
      await app.inCompany('examenhuis', mailProvider)
      await app.settle()
    }
    await tell()
    const mails = () =>
      app.asSystem(() =>
        db.from('core_mail_outbox').whereLike('trigger', 'exams.mail.request%').whereLike('to_email', '%@examenhuis.example').orderBy('id'),
      )
    const before = (await mails()).length
    const { id } = await ask({ location: 'Loods Zeven', people: 7 })
    const { id: unseen } = await ask()
    expect((await manager.delete(`${URL}/${unseen}`)).status).toBe(200)
    expect(await dueIn('exams.tell_provider')).toContain('examenhuis')
    await tell()
    await tell()
    const made = (await mails()).slice(before)
    expect(made.map(({ trigger }: { trigger: string }) => trigger)).toEqual(['exams.mail.request'])
    expect(made[0].text).toContain('Loods Zeven')
    expect((await manager.delete(`${URL}/${id}`)).status).toBe(200)
    await tell()
    await tell()
    expect((await mails()).slice(before + 1).map(({ trigger }: { trigger: string }) => trigger)).toEqual(['exams.mail.request_withdrawn'])
    expect(await dueIn('exams.tell_provider')).toEqual([])
  })

  it('is made once, also when the button is pressed twice', async () => {
    const asked = wish({ location: 'Loods 9' })
    const made = await Promise.all([manager.post(URL, asked), manager.post(URL, asked)])
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(made.find(({ status }) => status === 409)!.body.code).toBe('already_requested')
    // Another one for other people of that day, and the same one after it was withdrawn.
    expect((await manager.post(URL, { ...asked, people: 7 })).status).toBe(201)
    await manager.delete(`${URL}/${made.find(({ status }) => status === 201)!.body.data.id}`)
    expect((await manager.post(URL, asked)).status).toBe(201)
  })

  it('is answered once, also by two at the same time', async () => {
    const { id } = await ask()
    const plan = { plan: true, day: addDays(today(), 41), time: '10:00' }
    const answers = await Promise.all([answer(id, plan), answer(id, plan, admin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a planned exam at a company’s own location', () => {
  it('can be booked by that company only', async () => {
    const { moment_id: moment } = await planned()
    expect((await manager.get(`/api/exams/moments/${moment}`)).status).toBe(200)
    expect((await house.get(`/api/exams/moments/${moment}`)).status).toBe(200)
    expect((await other.get(`/api/exams/moments/${moment}`)).status).toBe(404)
    const ids = async (client: TestClient) =>
      (await client.get(`/api/booking/moments?course=${course}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids(manager)).toContain(moment)
    expect(await ids(other)).not.toContain(moment)
    const [stranger] = await createParticipants('bouwmeester', [{}])
    const taken = app.inCompany('bouwmeester', () => db.transaction((trx) => service.book('test:foreign', moment, [stranger!], trx)))
    await expect(taken).rejects.toMatchObject({ status: 404 })
  })

  it('takes people until its list is due, five working days before', async () => {
    const { workingDaysBefore } = await import('../server/services/working_days.js')
    // A Wednesday: the Wednesday before.
    expect(workingDaysBefore('2027-01-13', 5)).toBe('2027-01-06')
    // A Monday: the Friday before.
    expect(workingDaysBefore('2027-01-11', 1)).toBe('2027-01-08')
    const { moment_id: moment, closes_at: closes, list_on: lastDay } = await planned()
    const due = workingDaysBefore(addDays(today(), 41), 5)
    expect(new Date(closes).getTime()).toBeGreaterThan(Date.parse(`${due}T12:00:00Z`))
    // People read the last day, not midnight at the start of the next one.
    expect(lastDay).toBe(due)
    const [person] = await createParticipants('noordwind', [{}])
    await app.asSystem(() =>
      db
        .from('exams_moments')
        .where('id', moment)
        .update({ closes_at: new Date(Date.now() - 1000) }),
    )
    const late = app.inCompany('noordwind', () => db.transaction((trx) => service.book('test:late', moment, [person!], trx)))
    await expect(late).rejects.toMatchObject({ code: 'moment_closed' })
  })

  it('bills the minimum number of people, and gives it back as later bookings fill it', async () => {
    const { moment_id: moment } = await planned()
    const people = await createParticipants(
      'noordwind',
      Array.from({ length: 9 }, () => ({})),
    )
    const lines = async (members: number[]) => {
      const answers = { course, type: 'exam', moment, people: members.map((membership) => ({ membership })), method: 'invoice' }
      const { costs } = (await manager.post('/api/booking/price', { answers })).body.data
      return costs.lines
        .filter(({ key }: { key: string }) => key.startsWith('exam'))
        .map(({ key, quantity, unit_cents: cents }: { key: string; quantity: number; unit_cents: number }) => [
          key,
          quantity,
          Math.sign(cents),
        ])
    }
    expect(await lines(people.slice(0, 5))).toEqual([
      ['exam', 5, 1],
      ['exam_least', 3, 1],
    ])
    expect(await lines(people.slice(0, 8))).toEqual([['exam', 8, 1]])
    await app.inCompany('noordwind', () => db.transaction((trx) => service.book('test:least', moment, people.slice(0, 5), trx)))
    expect(await lines(people.slice(5, 7))).toEqual([
      ['exam', 2, 1],
      ['exam_least', 2, -1],
    ])
  })
})

describe('a moment that is open to all', () => {
  const make = (hours: number) =>
    app.asSystem(async () => {
      const row = { exam_id: exam, city: 'X', location: 'Y', language: 'nl', seats: 5, starts_at: new Date(Date.now() + hours * 3_600_000) }
      return Number((await db.table('exams_moments').insert(row).returning('id'))[0].id)
    })

  it('closes 48 hours before its start, for new seats alone', async () => {
    const [soon, later] = [await make(47), await make(49)]
    const [one, two] = await createParticipants('noordwind', [{}, {}])
    const ids = (await manager.get(`/api/booking/moments?course=${course}`)).body.data.map(({ id }: { id: number }) => id)
    expect([ids.includes(soon), ids.includes(later)]).toEqual([false, true])
    const take = (key: string, moment: number, member: number) =>
      app.inCompany('noordwind', () => db.transaction((trx) => service.book(key, moment, [member], trx)))
    await expect(take('test:soon', soon, one!)).rejects.toMatchObject({ code: 'moment_closed' })
    await take('test:later', later, two!)
    const moved = app.inCompany('noordwind', () => db.transaction((trx) => service.move('test:later', soon, trx)))
    await expect(moved).rejects.toMatchObject({ code: 'moment_closed' })
    const answers = { course, type: 'exam', moment: soon, people: [{ membership: one }], method: 'invoice' }
    const { problems } = (await manager.post('/api/booking/price', { answers })).body.data
    expect(problems).toContainEqual({ field: 'moment', rule: 'moment_closed' })
  })

  it('lets a seat that was held in time be paid for afterwards', async () => {
    const moment = await make(49)
    const [one] = await createParticipants('noordwind', [{}])
    await app.inCompany('noordwind', () => service.hold('test:held', moment, [one!], new Date(Date.now() + 600_000)))
    await app.asSystem(() =>
      db
        .from('exams_moments')
        .where('id', moment)
        .update({ starts_at: new Date(Date.now() + 3_600_000) }),
    )
    await app.inCompany('noordwind', () => service.confirm('test:held'))
    const [entry] = await app.inCompany('noordwind', () => service.entries(['test:held']))
    expect(entry).toMatchObject({ heldUntil: null, releasedAt: null })
  })
})

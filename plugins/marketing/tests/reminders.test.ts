import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import { PASSWORD, type TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany } from '#core/testing/factories'

// One mail about a booking that a person did not finish: only with consent, and only where the platform turned it on.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let course: { id: number; name: Record<string, string> }

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})
beforeEach(async () => {
  company = await companyWith({ abandoned: true })
  const offer = await app.inCompany(company.loginId, () => db.from('learning_offers').where('is_consumer_course', true).firstOrFail())
  course = { id: offer.course_id, name: offer.name }
})
afterAll(() => app.settle())

/** A company with these settings of the mail. */
const companyWith = (marketing: object) => createCompany({ settings: { marketing } })

/** A participant with a draft, last changed some hours ago. */
async function booking({ hours = 25, consents = true, draft = true } = {}) {
  const person = await createParticipant(company.loginId, { signsIn: true })
  const client = await signInAs(person.email, PASSWORD, company.loginId)
  if (consents) expect((await client.put('/api/marketing/consent', { given: true })).status).toBe(200)
  if (draft) await keep(client)
  await left(person.id, hours)
  return { ...person, client }
}
const keep = async (client: TestClient) =>
  expect(
    (await client.put('/api/booking/draft', { answers: { course: course.id, type: 'elearning', people: [] }, step: 'type' })).status,
  ).toBe(200)
const left = (member: number, hours: number) =>
  app.asSystem(() =>
    db.rawQuery(`update booking_drafts set updated_at = now() - make_interval(hours => ?) where membership_id = ?`, [hours, member]),
  )
const run = async () => {
  const { sendReminders } = await import('../server/services/reminders.js')
  await app.inCompany(company.loginId, sendReminders)
  await app.settle()
}
const mails = (member: number): Promise<{ id: number; to_email: string; subject: string; text: string }[]> =>
  app.asSystem(() => db.from('core_mail_outbox').where({ trigger: 'marketing.mail.abandoned', membership_id: member }))
const due = async () => {
  const { REMINDERS_DUE } = await import('../server/services/reminders.js')
  const { rows } = await app.asSystem(() => db.rawQuery<{ rows: { company_id: number }[] }>(REMINDERS_DUE))
  return rows.some(({ company_id: id }) => Number(id) === company.id)
}

describe('a booking that was left alone', () => {
  it('is mailed about once, with a button to the draft, and the draft is still there', async () => {
    const person = await booking()
    expect(await due()).toBe(true)
    await Promise.all([run(), run(), run()])
    await run()
    const [mail, ...more] = await mails(person.id)
    expect(more).toEqual([])
    expect(mail!.to_email).toBe(person.email)
    expect(mail!.text).toContain(course.name.nl)
    expect(mail!.text).toMatch(/https?:\/\/[^\s/]+\/intern\/booking/)
    expect((await person.client.get('/api/booking/draft')).body.data).toMatchObject({ step: 'type', answers: { course: course.id } })
    expect(await due()).toBe(false)
    // Not again for the same draft, even if they work on it and leave it once more.
    await keep(person.client)
    await left(person.id, 30)
    await run()
    expect(await mails(person.id)).toHaveLength(1)
  })

  it('is not mailed about before its time, nor weeks later', async () => {
    const [early, late] = [await booking({ hours: 23 }), await booking({ hours: 15 * 24 })]
    await run()
    expect([await mails(early.id), await mails(late.id)]).toEqual([[], []])
    company = await companyWith({ abandoned: true, abandoned_hours: 2 })
    const soon = await booking({ hours: 3 })
    await run()
    expect(await mails(soon.id)).toHaveLength(1)
  })

  it('is never mailed about without consent, after unsubscribing, or where direct communication is not wanted', async () => {
    const silent = await booking({ consents: false })
    const withdrawn = await booking()
    await withdrawn.client.put('/api/marketing/consent', { given: false })
    const suppressed = await booking()
    await app.asSystem(() =>
      db.rawQuery('insert into marketing_suppressed (address_hash) values (marketing_address(?))', [suppressed.email]),
    )
    expect(await due()).toBe(false)
    await run()
    for (const { id } of [silent, withdrawn, suppressed]) expect(await mails(id)).toEqual([])
    const person = await booking()
    await app.asSystem(() => db.from('core_companies').where('id', company.id).update({ no_direct_communication: true }))
    await run()
    expect(await mails(person.id)).toEqual([])
  })

  it('is not mailed about while it is off, which it is until an admin turns it on', async () => {
    company = await companyWith({})
    const person = await booking()
    await run()
    expect(await mails(person.id)).toEqual([])
  })

  it('is not mailed about any more once the person booked or deleted the draft', async () => {
    const person = await booking()
    await person.client.delete('/api/booking/draft')
    await run()
    expect(await mails(person.id)).toEqual([])
  })
})

describe('the reader of that mail', () => {
  it('unsubscribes for good, and gets no mail that was written before', async () => {
    const person = await booking()
    await run()
    const [mail] = await mails(person.id)
    const path = /https?:\/\/[^\s/]+(\/afmelden\/\S+)/.exec(mail!.text)![1]!
    const token = path.split('/').at(-1)!
    expect((await app.visitor().get(`/api/marketing/unsubscribe/${token}`)).status).toBe(200)
    for (const forged of [token.slice(1), `r${Number(/\d+/.exec(token)![0]) + 1}.${token.split('.')[1]}`, `${token}x`, 'r', 'rr1.x'])
      expect([forged, (await fetch(`${app.url}/afmelden/${forged}`, { method: 'POST' })).status]).toEqual([forged, 404])
    expect((await person.client.get('/api/marketing/consent')).body.data.unsubscribed).toBe(false)
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(200)
    expect((await person.client.get('/api/marketing/consent')).body.data).toMatchObject({ given_at: null, unsubscribed: true })
    const { sendAgain } = await import('#core/mail/outbox_list')
    await app.asSystem(() => sendAgain(String(mail!.id)))
    await app.settle()
    expect(await mails(person.id)).toEqual([])
  })

  it('finds it in their data, and it is erased with them', async () => {
    const person = await booking()
    await run()
    const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany(company.loginId, async () => {
      expect((await exportPersonalData(person.id)).marketing_reminders).toHaveLength(1)
      await erasePersonalData(person.id)
      expect(await db.from('marketing_reminders').where('membership_id', person.id)).toEqual([])
    })
  })
})

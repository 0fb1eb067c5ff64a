import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany } from '#core/testing/factories'

// People who left their details on a public page, and what admins do about them.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: TestCompany
let translate: typeof import('#core/kit/words').translate
let course: { id: number; name: Record<string, string> }

const base = '/api/marketing/leads'
const ADMIN = 'admin@platform.example'

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ translate } = await import('#core/kit/words'))
  admin = await signInAs(ADMIN)
  company = await createCompany()
  const offer = await app.inCompany(company.loginId, () => db.from('learning_offers').where('is_consumer_course', true).firstOrFail())
  course = { id: offer.course_id, name: offer.name }
})
afterAll(() => app.settle())

let count = 0
const details = (more: object = {}) => ({
  ...{ name: 'Femke Hoekstra', email: `lead${++count}@leads.example`, phone: '', organisation: 'Zeewacht', message: 'Hoe vaak?' },
  ...{ agreed: true, lang: 'nl', ...more },
})
const leave = (body: object) => app.visitor().post('/api/marketing/interest', body)
const stored = (email: string) => app.asSystem(() => db.from('marketing_leads').where('email', email).orderBy('id'))
const listed = async (query = '') =>
  (await admin.get(`${base}?per_page=100${query}`)).body.data as { id: number; email: string; state: string }[]
const made = async (more: object = {}) => {
  const body = details({ page: 'ore', ...more })
  expect((await leave(body)).status).toBe(202)
  return { body, id: Number((await stored(body.email))[0].id) }
}

describe('a visitor', () => {
  it('leaves their details on a landing page of the platform, with the words of their consent', async () => {
    const body = details({ page: 'ore' })
    expect((await leave(body)).status).toBe(202)
    const [lead, ...more] = await stored(body.email)
    expect(more).toEqual([])
    expect(lead).toMatchObject({
      company_id: null,
      source: 'landing_page',
      subject: '/landingpage/ore',
      state: 'new',
      message: 'Hoe vaak?',
    })
    expect(lead.consent_words).toBe(translate('nl', 'marketing.interest.words'))
    expect(lead.consent_at).toBeInstanceOf(Date)
  })

  it('leaves them at a course of a company, once however often they send it, and is new again after it was closed', async () => {
    const body = details({ course: course.id, company: company.loginId })
    await Promise.all([leave(body), leave(body), leave(body)])
    const [lead, ...more] = await stored(body.email)
    expect(more).toEqual([])
    expect(lead).toMatchObject({ company_id: company.id, source: 'catalogue', subject: course.name.nl, name: 'Femke Hoekstra' })
    await app.asSystem(() => db.from('marketing_leads').where('id', lead.id).update({ state: 'lost' }))
    await leave(body)
    expect(await stored(body.email)).toMatchObject([{ id: lead.id, state: 'new' }])
    // Another question is another lead: nothing that they wrote is lost.
    await leave({ ...body, message: 'En in het Engels?' })
    expect(await stored(body.email)).toHaveLength(2)
  })

  it('on the waiting list is a lead only if they agreed to be contacted', async () => {
    const ask = async (contact: boolean | undefined) => {
      const email = `lead${++count}@leads.example`
      const place = { email, name: 'Joris van Wijk', course: course.id, city: 'Zwolle', language: 'nl', month: '2099-01', lang: 'nl' }
      const answer = await app
        .visitor()
        .post('/api/waiting_list/places', { ...place, company: company.loginId, ...(contact !== undefined && { contact }) })
      expect(answer.status).toBe(202)
      return stored(email)
    }
    expect(await ask(undefined)).toEqual([])
    expect(await ask(false)).toEqual([])
    const [lead] = await ask(true)
    expect(lead).toMatchObject({ company_id: company.id, source: 'waiting_list', subject: course.name.nl, name: 'Joris van Wijk' })
    expect(lead.consent_words).toBe(translate('nl', 'waiting_list.ask.contact'))
  })

  it('finds the form on a landing page', async () => {
    const { bytes } = await app.visitor().get('/landingpage/ore', { accept: 'text/html' })
    expect(new TextDecoder().decode(bytes)).toContain('href="/interesse?page=ore"')
  })
})

describe('an admin', () => {
  it('finds, sorts and filters leads, and downloads them as a file', async () => {
    const { body, id } = await made({ organisation: 'Zeldzaam Bedrijf' })
    expect((await listed('&search=zeldzaam')).map(({ email }) => email)).toEqual([body.email])
    expect((await listed('&source=landing_page&state=new')).some((lead) => lead.id === id)).toBe(true)
    expect((await listed('&source=mailbox')).some((lead) => lead.id === id)).toBe(false)
    const names = (await admin.get(`${base}?per_page=100&sort=email`)).body.data.map(({ email }: { email: string }) => email)
    expect(names).toEqual([...names].sort())
    const file = await admin.post(`${base}/export?search=zeldzaam`, { format: 'csv' })
    const text = new TextDecoder().decode(file.bytes)
    expect(file.status).toBe(200)
    expect(text).toContain(body.email)
    expect(text).toContain(translate('nl', 'marketing.interest.words'))
  })

  it('follows one up: state, owner, next step and day, and nobody overwrites another', async () => {
    const { id } = await made()
    const { admins } = (await admin.get(`${base}/options`)).body.data
    const before = (await admin.get(`${base}/${id}`)).body.data
    expect(before).toMatchObject({ state: 'new', owner_id: null, has_account: false, unsubscribed: false })
    const change = {
      state: 'contacted',
      owner: admins[0].id,
      next_step: 'Terugbellen',
      next_on: '2099-02-01',
      updated_at: before.updated_at,
    }
    const saved = await admin.put(`${base}/${id}`, change)
    expect([saved.status, saved.body.data]).toMatchObject([
      200,
      { state: 'contacted', owner: admins[0].name, next_step: 'Terugbellen', next_on: '2099-02-01' },
    ])
    const stale = await admin.put(`${base}/${id}`, { ...change, state: 'lost' })
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await listed(`&owner=${admins[0].id}&next_on=2099-02-01..2099-02-01`)).map((lead) => lead.id)).toEqual([id])
  })

  it('changes state and owner of many at once, of companies and of the platform, and undoes it', async () => {
    const one = await made({ organisation: 'Bulkbedrijf' })
    const two = await made({ organisation: 'Bulkbedrijf', page: undefined, course: course.id, company: company.loginId })
    const ids = [one.id, two.id]
    const { admins } = (await admin.get(`${base}/options`)).body.data
    const act = async (action: string, input: object) => {
      const answer = await admin.post(`${base}/act`, { action, ids, input })
      expect([answer.status, answer.body]).toMatchObject([202, {}])
      await app.settle()
      return answer.body.data.id as number
    }
    const states = async () =>
      (await app.asSystem(() => db.from('marketing_leads').whereIn('id', ids).orderBy('id'))) as { state: string; owner_id: number }[]
    const task = await act('marketing.lead_state', { state: 'contacted' })
    expect((await states()).map(({ state }) => state)).toEqual(['contacted', 'contacted'])
    await act('marketing.lead_owner', { owner: admins[0].id })
    expect((await states()).map(({ owner_id: owner }) => Number(owner))).toEqual([admins[0].id, admins[0].id])
    expect((await admin.post(`/api/core/tasks/${task}/undo`)).status).toBeLessThan(300)
    await app.settle()
    expect((await states()).map(({ state }) => state)).toEqual(['new', 'new'])
    await act('marketing.lead_erase', {})
    expect(await states()).toEqual([])
  })

  it('sees that an address has an account by now, or was unsubscribed', async () => {
    const { email } = await createParticipant(company.loginId)
    const { id } = await made({ email })
    await app.asSystem(() => db.rawQuery('insert into marketing_suppressed (address_hash) values (marketing_address(?))', [email]))
    expect((await admin.get(`${base}/${id}`)).body.data).toMatchObject({ has_account: true, unsubscribed: true })
  })
})

describe('privacy', () => {
  it('exports and erases what a person left, of the company and with their account everywhere', async () => {
    const person = await createParticipant(company.loginId)
    await made({ email: person.email, page: undefined, course: course.id, company: company.loginId })
    await made({ email: person.email })
    const { eraseAddress, erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
    const given = await app.inCompany(company.loginId, () => exportPersonalData(person.id))
    expect(given.marketing_leads).toMatchObject([{ name: 'Femke Hoekstra', message: 'Hoe vaak?', source: 'catalogue' }])
    await app.inCompany(company.loginId, () => erasePersonalData(person.id))
    expect(await stored(person.email)).toHaveLength(1)
    await app.asSystem(() => db.transaction((trx) => eraseAddress(trx, person.email.toLowerCase(), new Date())))
    expect(await stored(person.email)).toEqual([])
  })

  it('lets an admin erase a person who asks for it', async () => {
    const { body, id } = await made()
    expect((await admin.delete(`${base}/${id}`)).status).toBe(200)
    expect(await stored(body.email)).toEqual([])
    expect((await admin.delete(`${base}/${id}`)).status).toBe(404)
  })

  it('forgets leads that nothing happened to for two years', async () => {
    const old = await made()
    const young = await made()
    const at = (id: number, days: number) =>
      app.asSystem(() => db.rawQuery(`update marketing_leads set updated_at = now() - make_interval(days => ?) where id = ?`, [days, id]))
    await at(old.id, 735)
    await at(young.id, 725)
    const { deleteOldLeads, FORGETTING_DUE } = await import('../server/services/leads.js')
    const due = await app.asSystem(() => db.rawQuery(FORGETTING_DUE))
    expect(due.rows.map(({ company_id: id }: { company_id: number }) => Number(id))).toContain(company.id)
    await app.inCompany(company.loginId, deleteOldLeads)
    expect([(await stored(old.body.email)).length, (await stored(young.body.email)).length]).toEqual([0, 1])
    expect((await app.asSystem(() => db.rawQuery(FORGETTING_DUE))).rows).toEqual([])
  })
})

describe('bad input', () => {
  it('is refused, and nothing is stored', async () => {
    const wrong: object[] = [
      ...[{ agreed: false }, { agreed: undefined }, { agreed: 'true' }, { name: '' }, { name: 'a\r\nBcc: x' }, { email: 'x' }],
      ...[{ email: 'a@b.example\r\nBcc: c@d.example' }, { page: '../x' }, { page: 'ORE"' }, { course: 'x' }, { course: -1 }],
      ...[{ message: 'x'.repeat(2001) }, { message: 'a\0b' }, { lang: 'xx' }, { phone: 'a\nb' }, { organisation: 7 }],
    ]
    const before = await app.asSystem(() => db.from('marketing_leads').count('* as n').first())
    for (const more of wrong) expect([more, (await leave(details({ page: 'ore', ...more }))).status]).toEqual([more, 422])
    expect((await leave(details({ page: 'ore', company: 'nothing-like-it' }))).status).toBe(404)
    expect((await leave(details({ course: 999_999_999 }))).status).toBe(404)
    expect(await app.asSystem(() => db.from('marketing_leads').count('* as n').first())).toEqual(before)
  })

  it('of an admin is refused', async () => {
    const { id } = await made()
    const { updated_at } = (await admin.get(`${base}/${id}`)).body.data
    const good = { state: 'new', owner: null, next_step: '', next_on: null, updated_at }
    for (const more of [
      { state: 'x' },
      { owner: 999_999_999 },
      { owner: '1' },
      { next_step: 'a\nb' },
      { next_on: '2026-02-30' },
      { updated_at: 'x' },
    ])
      expect([more, (await admin.put(`${base}/${id}`, { ...good, ...more })).status]).toEqual([more, 422])
    for (const bad of ['x', '0', '999999999']) expect([bad, (await admin.get(`${base}/${bad}`)).status]).toEqual([bad, 404])
    const bulk = await admin.post(`${base}/act`, { action: 'marketing.lead_owner', ids: [id], input: { owner: 999_999_999 } })
    expect(bulk.status).toBe(422)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import { PASSWORD, type TestClient } from '#core/testing/client'
import { createCompany, createParticipant, createSupervisor, type TestCompany } from '#core/testing/factories'

// Mails to people who gave consent: who gets one, that nobody gets it twice, and how they unsubscribe.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: TestCompany

const base = '/api/marketing/campaigns'
const WORDS = {
  ...{ subject_nl: 'Nieuws voor {firstname}', body_nl: 'Hoi {firstname},\n\nNieuws van {company}.', action_nl: 'Kijken' },
  ...{ subject_en: '', body_en: '', action_en: '' },
}
const draft = (more: object = {}) => ({
  ...{ name: 'Nieuws', company: company.id, roles: [], languages: [], people: {}, link: '/training', pace: 6000 },
  ...WORDS,
  ...more,
})

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
})
beforeEach(async () => {
  company = await createCompany()
})
afterAll(() => app.settle())

/** People of the company who gave consent, as on their profile. */
async function consenting(count: number, facts: { language?: string; birthdate?: string } = {}) {
  const people = []
  for (let n = 0; n < count; n++) people.push(await createParticipant(company.loginId, facts))
  for (const { id } of people) await agree(id)
  return people
}
const agree = (member: number) =>
  app.inCompany(company.loginId, () =>
    db
      .table('marketing_consents')
      .insert({ company_id: company.id, membership_id: member, words: 'Ja', language: 'nl', given_at: new Date() }),
  )
async function made(more: object = {}): Promise<number> {
  const answer = await admin.post(base, draft(more))
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body.data.id
}
const start = (id: number) => admin.post(`${base}/${id}/start`, { at: null })
/** Runs the job of one minute in the company. */
const run = async () => {
  const { sendCampaigns } = await import('../server/services/sending.js')
  await app.inCompany(company.loginId, sendCampaigns)
  await app.settle()
}
const show = async (id: number) => (await admin.get(`${base}/${id}`)).body.data
const mails = (id: number) =>
  app.asSystem(() =>
    db
      .from('core_mail_outbox')
      .where('trigger', 'marketing.mail.campaign')
      .where('dedupe_key', 'like', `${id}.%`)
      .orderBy('id')
      .select('id', 'membership_id', 'to_email', 'subject', 'text', 'html', 'language'),
  ) as Promise<{ id: number; membership_id: number; to_email: string; subject: string; text: string; html: string; language: string }[]>
/** The path of an address in a mail. */
const pathIn = (text: string, part: string) => new RegExp(`https?://[^\\s/]+(/${part}/\\S+)`).exec(text)![1]!

describe('an audience', () => {
  it('contains only people who gave consent, filtered by company, role, language and group', async () => {
    const [one, two] = await consenting(2)
    await consenting(1, { language: 'en' })
    await createParticipant(company.loginId)
    const inactive = await createParticipant(company.loginId, { membership: { status: 'inactive' } })
    await agree(inactive.id)
    const supervisor = await createSupervisor(company.loginId)
    await agree(supervisor.id)
    const count = async (more: object = {}) => (await admin.get(`${base}/${await made(more)}/audience`)).body.data
    const all = await count()
    expect(all.count).toBe(4)
    expect(all.sample.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([one!.id, two!.id, supervisor.id]))
    expect((await count({ roles: ['beheerder'] })).count).toBe(1)
    expect((await count({ languages: ['en'] })).count).toBe(1)
    expect((await count({ roles: ['leerling'], languages: ['nl'] })).count).toBe(2)
    const group = await app.inCompany(company.loginId, async () => {
      const [{ id }] = await db.table('groups_groups').insert({ company_id: company.id, kind: 'project', name: 'Team' }).returning('id')
      await db.table('groups_members').insert({ company_id: company.id, group_id: id, membership_id: one!.id, added: 'hand' })
      return Number(id)
    })
    expect(await count({ people: { groups_group: [group] } })).toMatchObject({ count: 1, sample: [{ id: one!.id }] })
  })

  it('excludes people of a company without direct communication', async () => {
    await consenting(2)
    await app.asSystem(() => db.from('core_companies').where('id', company.id).update({ no_direct_communication: true }))
    const id = await made()
    expect((await admin.get(`${base}/${id}/audience`)).body.data.count).toBe(0)
    expect((await start(id)).body.code).toBe('nobody_to_mail')
    expect((await show(id)).state).toBe('draft')
  })
})

describe('a campaign', () => {
  it('mails everybody once, with their own name, however often it is started', async () => {
    const people = await consenting(3)
    const id = await made()
    const answers = await Promise.all([start(id), start(id), start(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await Promise.all([run(), run()])
    await run()
    const sent = await mails(id)
    expect(sent.map(({ to_email: to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
    expect(sent[0]!.subject).toMatch(/^Nieuws voor \S+/)
    expect(sent[0]!.text).toContain(`Nieuws van ${company.name}.`)
    expect(await show(id)).toMatchObject({ state: 'done', counts: { people: 3, sent: 3, waiting: 0, skipped: 0 } })
    expect((await admin.put(`${base}/${id}`, { ...draft(), updated_at: (await show(id)).updated_at })).body.code).toBe('not_a_draft')
    expect((await admin.delete(`${base}/${id}`)).body.code).toBe('not_a_draft')
  })

  it('keeps its pace, waits while paused, and sends nothing after it is stopped', async () => {
    await consenting(5)
    const id = await made({ pace: 2 })
    await start(id)
    /** Moves the clock to the next minute. */
    const later = () =>
      app.asSystem(() =>
        db
          .from('marketing_campaigns')
          .where('id', id)
          .update({ minute: new Date(0) }),
      )
    await later()
    await run()
    expect(await mails(id)).toHaveLength(2)
    await admin.post(`${base}/${id}/act`, { act: 'pause' })
    await later()
    await run()
    expect(await mails(id)).toHaveLength(2)
    await admin.post(`${base}/${id}/act`, { act: 'resume' })
    await later()
    await run()
    expect(await mails(id)).toHaveLength(4)
    expect((await admin.post(`${base}/${id}/act`, { act: 'resume' })).body.code).toBe('not_possible_now')
    expect((await admin.post(`${base}/${id}/act`, { act: 'stop' })).status).toBe(200)
    await later()
    await run()
    expect(await mails(id)).toHaveLength(4)
    expect(await show(id)).toMatchObject({ state: 'done', counts: { sent: 4, skipped: 1 } })
  })

  it('waits for its moment when scheduled, and can be turned back into a draft', async () => {
    await consenting(1)
    const id = await made()
    expect((await admin.post(`${base}/${id}/start`, { at: { day: '2020-01-01', time: '09:00' } })).status).toBe(422)
    const planned = await admin.post(`${base}/${id}/start`, { at: { day: '2099-01-01', time: '09:00' } })
    expect(planned.body.data).toMatchObject({ state: 'scheduled', starts_at: '2099-01-01T08:00:00.000Z' })
    await run()
    expect(await mails(id)).toHaveLength(0)
    expect((await admin.post(`${base}/${id}/act`, { act: 'unschedule' })).body.data).toMatchObject({
      state: 'draft',
      counts: { people: 0 },
    })
    await admin.post(`${base}/${id}/start`, { at: { day: '2099-01-01', time: '09:00' } })
    await app.asSystem(() =>
      db
        .from('marketing_campaigns')
        .where('id', id)
        .update({ starts_at: new Date(Date.now() - 1000) }),
    )
    await run()
    expect(await mails(id)).toHaveLength(1)
    expect((await show(id)).state).toBe('done')
  })

  it('skips people who withdrew their consent after it was started', async () => {
    const [one, two] = await consenting(2)
    const id = await made()
    await start(id)
    await app.inCompany(company.loginId, () =>
      db.from('marketing_consents').where('membership_id', one!.id).update({ withdrawn_at: new Date() }),
    )
    await run()
    expect((await mails(id)).map(({ membership_id: member }) => member)).toEqual([two!.id])
    expect((await show(id)).counts).toMatchObject({ sent: 1, skipped: 1 })
  })

  it('is in the language of its reader, if it is written in that language', async () => {
    await consenting(1, { language: 'en' })
    await consenting(1, { language: 'nl' })
    const id = await made({ subject_en: 'News', body_en: 'Hi {firstname}' })
    await start(id)
    await run()
    expect((await mails(id)).map(({ language, subject }) => [language, subject.slice(0, 4)])).toEqual([
      ['en', 'News'],
      ['nl', 'Nieu'],
    ])
    const other = await made()
    await start(other)
    await run()
    expect((await mails(other)).map(({ language }) => language)).toEqual(['nl', 'nl'])
  })

  it('can be previewed as a chosen person, and sent to oneself as a test', async () => {
    const [one] = await consenting(1)
    const stranger = await createParticipant('noordwind')
    const id = await made()
    const firstname = await app.asSystem(async () => (await db.from('kit_members').where('id', one!.id).firstOrFail()).firstname)
    // The text differs from the saved one.
    const letter = { language: 'nl', company: company.id, subject: 'Nieuw', body: 'Dag {firstname} van {company}', action: 'Kijken' }
    const preview = (more: object = {}) => admin.post('/api/marketing/preview', { ...letter, link: '/training', reader: null, ...more })
    expect((await preview()).body.data).toMatchObject({ subject: 'Nieuw', text: expect.stringContaining(`van ${company.name}`) })
    const own = await preview({ reader: { campaign: id, member: one!.id } })
    expect(own.body.data.html).toContain(`Dag ${firstname} van ${company.name}`)
    expect(own.body.data.html).toContain('/training')
    expect((await preview({ link: '' })).body.data.html).not.toContain('/training')
    for (const more of [
      { reader: { campaign: id, member: stranger.id } },
      { reader: { campaign: 999_999, member: one!.id } },
      { company: 999_999 },
    ])
      expect([more, (await preview(more)).status]).toEqual([more, 404])
    for (const [more, field, rule] of [
      [{ language: 'bg' }, 'language', 'enum'],
      [{ body: 'Dag {nobody}' }, 'body', 'unknown_placeholder'],
      [{ subject: 'Dag\r\nBcc: a@b.example' }, 'subject', 'hidden_characters'],
      [{ body: '<script>alert(1)</script>' }, 'body', 'html'],
      [{ link: 'https://evil.example' }, 'link', 'own_address'],
      [{ reader: { campaign: id, member: 'x' } }, 'reader.member', 'number'],
    ] as const) {
      const { status, body } = await preview(more)
      expect([more, status, body.errors?.[0]]).toMatchObject([more, 422, { field, rule }])
    }
    expect((await admin.post('/api/marketing/test', letter)).status).toBe(200)
    await app.settle()
    const [test] = await app.asSystem(() =>
      db.from('core_mail_outbox').where({ trigger: 'marketing.mail.campaign', is_test: true }).orderBy('id', 'desc').limit(1),
    )
    expect(test).toMatchObject({ to_email: 'admin@platform.example', subject: '[Test] Nieuw' })
    expect((await show(id)).counts.people).toBe(0)
  })
})

describe('a reader', () => {
  async function received() {
    const [person] = await consenting(1)
    const id = await made()
    await start(id)
    await run()
    const [mail] = await mails(id)
    return { person: person!, id, text: mail!.text, mail: mail!.id }
  }

  it('unsubscribes for good by one POST of their mail program', async () => {
    const { person, id, text } = await received()
    const path = pathIn(text, 'afmelden')
    const visitor = app.visitor()
    // A GET changes nothing: mail scanners open every link.
    expect((await visitor.get(path, { accept: 'text/html' })).status).toBe(200)
    expect((await visitor.get(`/api/marketing/unsubscribe/${path.split('/').at(-1)}`)).status).toBe(200)
    expect((await show(id)).counts.unsubscribed).toBe(0)
    const post = (type: string, body: string | FormData) =>
      fetch(app.url + path, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await post('application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect((await post('', form)).status).toBe(200)
    expect((await show(id)).counts.unsubscribed).toBe(1)
    // New consent does not remove the address from the list.
    await app.inCompany(company.loginId, () =>
      db.from('marketing_consents').where('membership_id', person.id).update({ withdrawn_at: null }),
    )
    expect((await admin.get(`${base}/${await made()}/audience`)).body.data.count).toBe(0)
    // Nor does leaving and returning with the same address.
    const { erasePersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany(company.loginId, () => erasePersonalData(person.id))
    await agree(person.id)
    expect((await admin.get(`${base}/${await made()}/audience`)).body.data.count).toBe(0)
    expect((await show(id)).counts).toMatchObject({ people: 1, sent: 1 })
  })

  it('gets no mail that was written before they unsubscribed, not even when it is sent again', async () => {
    const { text, mail } = await received()
    expect((await fetch(app.url + pathIn(text, 'afmelden'), { method: 'POST' })).status).toBe(200)
    const { sendAgain } = await import('#core/mail/outbox_list')
    await app.asSystem(() => sendAgain(String(mail)))
    await app.settle()
    expect(await app.asSystem(() => db.from('core_mail_outbox').where('id', mail).first())).toBeNull()
  })

  it('follows the button to a page of the platform, and the click is counted once', async () => {
    const { id, text } = await received()
    const path = pathIn(text, 'm')
    const follow = () => fetch(app.url + path, { redirect: 'manual' })
    const answer = await follow()
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/training'])
    expect(answer.headers.get('set-cookie') ?? '').not.toMatch(/marketing/)
    expect((await fetch(`${app.url}${path}?to=https://evil.example`, { redirect: 'manual' })).headers.get('location')).toBe('/training')
    expect((await show(id)).counts.clicked).toBe(1)
  })

  it('counts as bounced if the address is dead', async () => {
    const { id, mail } = await received()
    await app.asSystem(() => db.from('core_mail_outbox').where('id', mail).update({ status: 'bounced', bounced_at: new Date() }))
    const { recordBounces } = await import('../server/services/results.js')
    await app.inCompany(company.loginId, recordBounces)
    expect((await show(id)).counts.bounced).toBe(1)
  })

  it('gives and withdraws consent on their profile, stored with its text and moment', async () => {
    const { email, id } = await createParticipant(company.loginId, { signsIn: true })
    const person = await signInAs(email, PASSWORD, company.loginId)
    expect((await person.get('/api/marketing/consent')).body.data).toMatchObject({ given_at: null, unsubscribed: false })
    const given = (await person.put('/api/marketing/consent', { given: true })).body.data
    expect(given.given_at).toMatch(/^20/)
    const kept = () => app.inCompany(company.loginId, () => db.from('marketing_consents').where('membership_id', id).firstOrFail())
    expect(await kept()).toMatchObject({ words: given.words, withdrawn_at: null })
    expect(given.words).toContain(company.name)
    await person.put('/api/marketing/consent', { given: false })
    expect((await kept()).withdrawn_at).not.toBeNull()
    expect((await admin.get('/api/marketing/consent')).status).toBe(403)
    await app.asSystem(() =>
      db.rawQuery('insert into marketing_suppressed (address_hash) select marketing_address(email) from kit_members where id = ?', [id]),
    )
    expect((await person.put('/api/marketing/consent', { given: true })).body.code).toBe('unsubscribed')
    expect((await person.get('/api/marketing/consent')).body.data).toMatchObject({ given_at: null, unsubscribed: true })
  })
})

describe('the results', () => {
  /** A campaign that was sent to these people, and the links in their mails. */
  async function sent(people: { id: number }[]) {
    const id = await made()
    await start(id)
    await run()
    const sentMails = await mails(id)
    const mailOf = ({ id: member }: { id: number }) => sentMails.find(({ membership_id: to }) => to === member)!
    expect(sentMails).toHaveLength(people.length)
    const click = (person: { id: number }) => fetch(app.url + pathIn(mailOf(person).text, 'm'), { redirect: 'manual' })
    return { id, mailOf, click }
  }
  const mark = (mail: number, values: object) => app.asSystem(() => db.from('core_mail_outbox').where('id', mail).update(values))
  const record = async (what: 'recordDeliveries' | 'recordBounces') => {
    const results = await import('../server/services/results.js')
    await app.inCompany(company.loginId, results[what])
  }
  const isDue = async () => {
    const { DELIVERIES_DUE } = await import('../server/services/results.js')
    const { rows } = await app.asSystem(() => db.rawQuery<{ rows: { company_id: number }[] }>(DELIVERIES_DUE))
    return rows.some(({ company_id: due }) => Number(due) === company.id)
  }

  it('count mails as delivered if the mail server accepted them and they did not bounce', async () => {
    const people = await consenting(4)
    const [one, two, three, four] = people
    const { id, mailOf } = await sent(people)
    // Without a mail server the mails are kept.
    await record('recordDeliveries')
    expect([await isDue(), (await show(id)).counts.delivered]).toEqual([false, 0])
    for (const person of [one!, two!]) await mark(mailOf(person).id, { status: 'sent', sent_at: new Date() })
    await mark(mailOf(three!).id, { status: 'bounced', bounced_at: new Date() })
    await mark(mailOf(four!).id, { status: 'uncertain' })
    expect(await isDue()).toBe(true)
    await record('recordDeliveries')
    await record('recordBounces')
    expect([await isDue(), (await show(id)).counts]).toMatchObject([false, { sent: 4, delivered: 2, bounced: 1 }])
    // The mail server accepted it, and returned it later.
    await mark(mailOf(two!).id, { status: 'bounced', bounced_at: new Date() })
    await record('recordBounces')
    await record('recordDeliveries')
    expect((await show(id)).counts).toMatchObject({ sent: 4, delivered: 1, bounced: 2 })
    // The outbox deletes old mails; the numbers stay.
    await app.asSystem(() => db.from('core_mail_outbox').where('dedupe_key', 'like', `${id}.%`).delete())
    await record('recordDeliveries')
    expect((await show(id)).counts).toMatchObject({ sent: 4, delivered: 1, bounced: 2 })
  })

  it('count people who clicked and then booked or were booked, each once', async () => {
    const people = await consenting(3, { birthdate: '1990-01-01' })
    const supervisor = await createSupervisor(company.loginId, { signsIn: true })
    await agree(supervisor.id)
    const { id, click } = await sent([...people, supervisor])
    const [clicked, notClicked, notBooked] = people
    const client = await signInAs(supervisor.email, PASSWORD, company.loginId)
    const booked = async () => (await show(id)).counts.booked
    for (const person of [clicked!, notBooked!]) expect((await click(person)).status).toBe(302)
    expect(await booked()).toBe(0)
    await book(client, [clicked!, notClicked!])
    expect(await booked()).toBe(1)
    // A click after the booking does not count.
    await click(notClicked!)
    expect(await booked()).toBe(1)
    // The person who books for others counts too; who was counted already does not count again.
    await click(supervisor)
    await book(client, [clicked!])
    expect(await booked()).toBe(2)
    const row = await app.inCompany(company.loginId, () =>
      db.from('marketing_recipients').where({ campaign_id: id, membership_id: clicked!.id }).firstOrFail(),
    )
    // A repeated event changes nothing.
    await confirmed([clicked!.id], new Date())
    expect(await booked()).toBe(2)
    expect(
      await app.inCompany(company.loginId, () => db.from('marketing_recipients').where('id', row.id).select('booked_at').first()),
    ).toEqual({ booked_at: row.booked_at })
  })

  it('count no booking after thirty days, and none of somebody else', async () => {
    const people = await consenting(2)
    const [early, late] = people
    const { id, click } = await sent(people)
    await click(early!)
    await click(late!)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    await confirmed([late!.id], inDays(31))
    await confirmed([(await createParticipant(company.loginId)).id], inDays(1))
    await confirmed([], inDays(1))
    expect((await show(id)).counts).toMatchObject({ clicked: 2, booked: 0 })
    await confirmed([early!.id], inDays(29))
    expect((await show(id)).counts).toMatchObject({ clicked: 2, booked: 1 })
  })

  /** Delivers the event of a confirmed booking of these people. */
  async function confirmed(membershipIds: number[], occurredAt: Date) {
    const { recordBooking } = await import('../server/services/results.js')
    const facts = { bookingId: 1, number: 'B1', courseId: 1, type: 'elearning' as const, membershipIds, bookedBy: null }
    await app.inCompany(company.loginId, () => recordBooking(facts, { occurredAt }))
  }

  /** Books a course on invoice, as a supervisor does in the wizard. */
  async function book(client: TestClient, people: { id: number }[]) {
    const offers = (await client.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean }[]
    const answers = {
      course: offers.find(({ adults_only: adults }) => !adults)!.id,
      type: 'elearning',
      people: people.map(({ id }) => ({ membership: id })),
      method: 'invoice',
      buyer: {
        ...{ company: 'Inkoop B.V.', contact: 'Inkoop', contact_email: 'inkoop@buyer.example', invoice_email: 'facturen@buyer.example' },
        ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '' },
      },
    }
    const { costs } = (await client.post('/api/booking/price', { answers })).body.data
    const { id: draftId, version } = (await client.put('/api/booking/draft', { answers, step: 'billing' })).body.data
    const { status, body } = await client.post('/api/booking/bookings', { draft: draftId, version, total_cents: costs.total_cents })
    expect([status, body.errors ?? body.code]).toEqual([201, undefined])
    await app.settle()
  }
})

describe('bad input', () => {
  it('is refused, and nothing is sent', async () => {
    await consenting(1)
    const outside = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/x\nSet-Cookie: a',
      '/.//evil.example',
      'http:evil.example',
    ]
    for (const link of outside) expect([link, (await admin.post(base, draft({ link }))).status]).toEqual([link, 422])
    const wrong: object[] = [
      { subject_nl: 'Nieuws\r\nBcc: all@example.com' },
      { subject_nl: '', body_nl: '' },
      { subject_nl: 'Nieuws', body_nl: '' },
      { body_nl: '<script>alert(1)</script>' },
      { body_nl: 'Hoi {lastname}' },
      { body_nl: 'Hoi {' },
      { name: 'Naam\nregel' },
      { pace: 0 },
      { pace: 1.5 },
      { pace: '60' },
      { roles: ['admin'] },
      { roles: 'leerling' },
      { company: 'x' },
      { people: { group: ['x'] } },
      { people: { 'a b': [1] } },
      { people: { nothing_like_it: [1] } },
      { people: [] },
      { name: null },
    ]
    for (const more of wrong) expect([more, (await admin.post(base, draft(more))).status]).toEqual([more, 422])
    const id = await made()
    for (const at of [{ day: '2026-02-30', time: '09:00' }, { day: '2099-01-01', time: '25:00' }, 'now', {}])
      expect([at, (await admin.post(`${base}/${id}/start`, { at })).status]).toEqual([at, 422])
    for (const act of ['send', '', null]) expect((await admin.post(`${base}/${id}/act`, { act })).status).toBe(422)
    for (const act of ['pause', 'resume', 'stop', 'unschedule'])
      expect([act, (await admin.post(`${base}/${id}/act`, { act })).body.code]).toEqual([act, 'not_possible_now'])
    for (const bad of ['x', '0', '-1', '1e3', '99999999999999999999', '999999999', '%00']) {
      for (const path of ['', '/audience']) {
        const { status } = await admin.get(`${base}/${bad}${path}`)
        expect([bad, path, status >= 400 && status < 500]).toEqual([bad, path, true])
      }
      expect((await admin.post(`${base}/${bad}/start`, { at: null })).status).toBeLessThan(500)
    }
    await run()
    expect(await mails(id)).toHaveLength(0)
  })

  it('with a forged token opens nothing and unsubscribes nobody', async () => {
    await consenting(1)
    const id = await made()
    await start(id)
    await run()
    const [mail] = await mails(id)
    const click = pathIn(mail!.text, 'm').split('/').at(-1)!
    const stop = pathIn(mail!.text, 'afmelden').split('/').at(-1)!
    const [number, proof] = click.split('.') as [string, string]
    const forged = [
      // A token of one purpose is not valid for another.
      ...[
        `/m/${stop}`,
        `/m/${Number(number) + 1}.${proof}`,
        `/m/${number}.${'A'.repeat(43)}`,
        `/m/${number}`,
        '/m/x',
        `/m/0${click}`,
        '/m/%00',
      ],
    ]
    for (const path of forged) expect([path, (await fetch(app.url + path, { redirect: 'manual' })).status]).toEqual([path, 404])
    for (const token of [click, `${Number(number) + 1}.${stop.split('.')[1]}`, 'x', `${'9'.repeat(30)}.${'A'.repeat(43)}`, '%00'])
      expect([token, (await fetch(`${app.url}/afmelden/${token}`, { method: 'POST' })).status]).toEqual([token, 404])
    expect((await show(id)).counts).toMatchObject({ clicked: 0, unsubscribed: 0 })
  })
})

describe('the demo', () => {
  it('has a finished campaign with results and a draft', async () => {
    const { data } = (await admin.get(base)).body as { data: { name: string; state: string; counts: Record<string, number> }[] }
    const done = data.find(({ name }) => name.startsWith('Nieuwe training'))!
    expect(done.state).toBe('done')
    for (const key of ['people', 'sent', 'delivered', 'bounced', 'clicked', 'booked', 'unsubscribed', 'skipped'])
      expect([key, done.counts[key]! > 0]).toEqual([key, true])
    expect(done.counts.delivered).toBe(done.counts.sent! - done.counts.bounced!)
    expect(done.counts.booked).toBeLessThan(done.counts.clicked!)
    expect(data.find(({ name }) => name.startsWith('Herfstaanbod'))).toMatchObject({ state: 'draft' })
  })
})

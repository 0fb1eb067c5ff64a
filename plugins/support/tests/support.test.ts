import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { isSupportOpen } from '../contract/hours.js'
import { ownPage } from '../contract/own_page.js'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
beforeAll(async () => {
  app = await testApp()
  await app.settle()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
})

const all = () => app.asSystem(() => db.from('support_questions').orderBy('id'))
const newest = async () => (await all()).at(-1)
const mailsOf = (subject: string) =>
  app.asSystem(() => db.from('core_mail_outbox').where('trigger', 'support.mail.question').where('subject', subject))
const rulesOf = ({ body }: { body: { errors?: { field: string; rule: string }[] } }) =>
  (body.errors ?? []).map(({ field, rule }) => `${field}:${rule}`)
const companyId = (loginId: string) => app.inCompany(loginId, async () => (await db.from('kit_companies').firstOrFail()).id as number)

describe('POST /public/feedback/create', () => {
  it('takes the form of the specification, and no file in it', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      subject: 'Als formulier',
      message: 'Kan dat?',
      url: `${app.url}/profiel`,
      company_id: '0',
    }))
      form.set(name, value)
    const person = await signInAs('beheerder@noordwind.example')
    expect((await person.request('POST', '/public/feedback/create', form)).status).toBe(200)
    expect(await newest()).toMatchObject({ subject: 'Als formulier', message: 'Kan dat?' })
    form.set('message', new Blob(['x']), 'x.txt')
    expect((await person.request('POST', '/public/feedback/create', form)).status).toBe(415)
    const visitor = new FormData()
    for (const [name, value] of Object.entries({ subject: 'Van buiten', message: 'Hallo', url: app.url, email: 'buiten@form.example' }))
      visitor.set(name, value)
    expect((await app.visitor().request('POST', '/public/feedback/public/create', visitor)).status).toBe(200)
    visitor.append('email', 'twee@form.example')
    expect((await app.visitor().request('POST', '/public/feedback/public/create', visitor)).status).toBe(400)
  })

  it('handles a form in the other calls of section 7 like any other body', async () => {
    const filled = (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return form
    }
    const statusOf = async (path: string, fields: Record<string, string>) =>
      (await app.visitor().request('POST', path, filled(fields))).status
    const asJson = async (path: string, fields: Record<string, string>) => (await app.visitor().post(path, fields)).status
    const names = { firstname: 'A', lastname: 'B', language: 'nl', metadata: '{}', code: '123456' }
    for (const [path, fields] of [
      ['/register/update', names],
      ['/invite/update', names],
      ['/public/register/verify', { code: '123456' }],
    ] as const) {
      const status = await statusOf(path, fields)
      expect([path, status]).toEqual([path, await asJson(path, fields)])
      expect(status).not.toBe(415)
    }
    expect(await statusOf('/public/register/email', { email: 'a@form.example' })).toBe(415)
  })

  it('stores the question with its author and page, and mails it to support', async () => {
    const person = await signInAs('beheerder@noordwind.example')
    const url = `${app.url}/deelnemers?status=active`
    const company = await companyId('noordwind')
    const sent = { subject: 'Twee ploegen', message: 'Kan dat?\nGraag.', url, company_id: company, course_shortname: 'VCA' }
    expect((await person.post('/public/feedback/create', sent)).body).toEqual({ status: 'good' })
    expect(await newest()).toMatchObject({
      company_id: company,
      email: 'beheerder@noordwind.example',
      page: url,
      subject: 'Twee ploegen',
      message: 'Kan dat?\nGraag.',
      course_shortname: 'VCA',
      status: 'open',
      sent_to: 'support@platform.example',
    })
    await app.settle()
    const [mail] = await mailsOf('Vraag: Twee ploegen')
    expect(mail).toMatchObject({ to_email: 'support@platform.example', company_id: company })
    // The outbox stores no words or address of a person; they are encrypted until the mail is sent.
    expect(mail.text).not.toContain('beheerder@noordwind.example')
    expect(mail.sealed).toEqual(expect.any(String))
    const { questionMailValues } = await import('../server/services/ask.js')
    const { id } = await newest()
    expect(await app.inCompany('noordwind', () => questionMailValues({ id }))).toMatchObject({
      message: 'Kan dat?\nGraag.',
      from: expect.stringContaining('beheerder@noordwind.example'),
    })
  })

  it('goes to the company’s own address where it has one; an admin’s question is the platform’s', async () => {
    const path = `/api/companies/${await companyId('noordwind')}`
    const set = async (address: string | null) => {
      const { updated_at } = (await admin.get(path)).body.data
      return (await admin.patch(path, { updated_at, settings: { support: { address } } })).status
    }
    expect(await set('geen adres')).toBe(422)
    expect(await set('hulp@noordwind.example')).toBe(200)
    const person = await signInAs('leerling@noordwind.example')
    await person.post('/public/feedback/create', { subject: 'Eigen adres', message: 'x', url: '' })
    expect((await newest()).sent_to).toBe('hulp@noordwind.example')
    await set(null)
    await admin.post('/public/feedback/create', { subject: 'Van een admin', message: 'x', url: '' })
    expect(await newest()).toMatchObject({ company_id: null, membership_id: null, email: 'admin@platform.example' })
    await app.settle()
    expect((await mailsOf('Vraag: Van een admin')).map(({ company_id }) => company_id)).toEqual([null])
  })

  it('refuses by the specification’s codes, and changes nothing', async () => {
    const person = await signInAs('leerling@noordwind.example')
    const before = (await all()).length
    const good = { subject: 'x', message: 'y', url: '' }
    const send = async (body: object) => person.post('/public/feedback/create', body)
    expect(rulesOf(await send({ subject: ' ', message: '' }))).toEqual(['subject:invalid_subject', 'message:invalid_message'])
    expect(rulesOf(await send({ ...good, subject: 'Hoi\r\nBcc: iedereen@elders.example' }))).toEqual(['subject:invalid_subject'])
    for (const wrong of [
      { subject: { toString: 0 } },
      { message: ['x'] },
      { company_id: 'x' },
      { company_id: -1 },
      { subject: 'x'.repeat(201) },
    ])
      expect((await send({ ...good, ...wrong })).status).toBe(422)
    expect((await send({ ...good, company_id: await companyId('bouwmeester') })).status).toBe(404)
    expect((await admin.post('/public/feedback/create', { ...good, company_id: 987654 })).status).toBe(404)
    expect((await send({ ...good, message: 'x'.repeat(3_000_000) })).status).toBe(413)
    expect((await app.visitor().post('/public/feedback/create', good)).status).toBe(401)
    expect((await all()).length).toBe(before)
  })
})

describe('POST /public/feedback/public/create', () => {
  const send = (body: object) => app.visitor().post('/public/feedback/public/create', body)
  it('stores a visitor’s question for the company of the page, else for the platform', async () => {
    for (const [path, company] of [
      ['/login/noordwind', 'noordwind'],
      ['/bouwmeester', 'bouwmeester'],
      ['/support?company=noordwind', 'noordwind'],
      ['/login', null],
      ['/login/no-such-company', null],
    ] as const) {
      const answer = await send({ subject: 'Ik kom er niet in', message: 'Help', url: app.url + path, email: 'kim@elders.example' })
      expect([path, answer.status]).toEqual([path, 200])
      expect(await newest()).toMatchObject({
        company_id: company && (await companyId(company)),
        email: 'kim@elders.example',
        membership_id: null,
      })
    }
    for (const url of ['javascript:alert(1)', 'nonsense', '//evil.example', 'http://[::1']) {
      expect((await send({ subject: 's', message: 'm', url, email: 'kim@elders.example' })).status).toBe(200)
    }
  })

  it('asks for an address that mail can go to', async () => {
    const before = (await all()).length
    for (const email of ['', 'kim', 'kim@elders', 'a@b.nl\r\nBcc: c@d.nl', 'a@b.nl, c@d.nl', '"a@b.nl" <c@d.nl>'])
      expect(rulesOf(await send({ subject: 's', message: 'm', url: '', email }))).toEqual(['email:invalid_email'])
    expect((await send({ subject: 's', message: 'm', url: '' })).status).toBe(422)
    expect((await all()).length).toBe(before)
  })
})

describe('the list of questions', () => {
  it('is for admins, who set the status of each question', async () => {
    const { body } = await admin.get('/api/support/questions?per_page=100')
    expect(body.meta.total).toBe((await all()).length)
    const [first] = body.data
    expect((await admin.patch(`/api/support/questions/${first.id}`, { status: 'answered' })).body.data.status).toBe('answered')
    expect((await admin.get('/api/support/questions?status=answered')).body.data.map(({ id }: { id: number }) => id)).toContain(first.id)
    expect((await admin.patch(`/api/support/questions/${first.id}`, { status: 'lost' })).status).toBe(422)
    expect((await admin.patch('/api/support/questions/987654', { status: 'open' })).status).toBe(404)
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect((await supervisor.get(`/api/support/questions/${first.id}`)).status).toBe(403)
  })
})

describe('the tour', () => {
  it('is marked as seen for the person, in their company', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    await app.asSystem(() => db.from('support_tours').delete())
    const seen = async () => (await supervisor.get('/api/support/tour')).body.data.seen
    expect(await seen()).toBe(false)
    for (let i = 0; i < 2; i++) expect((await supervisor.post('/api/support/tour/seen', {})).status).toBe(200)
    expect(await seen()).toBe(true)
  })
})

describe('support hours', () => {
  it('are weekdays from 9 to 17 in the Netherlands, in summer and winter', () => {
    const open = (moment: string) => isSupportOpen(new Date(moment))
    expect(['2026-11-23T07:59:59Z', '2026-11-23T08:00:00Z', '2026-11-23T15:59:59Z', '2026-11-23T16:00:00Z'].map(open)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['2026-07-06T06:59:59Z', '2026-07-06T07:00:00Z', '2026-07-06T14:59:59Z', '2026-07-06T15:00:00Z'].map(open)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'].map(open)).toEqual([false, false])
  })
})

describe('the page of a question', () => {
  it('can be opened if it is on this site, and leads nowhere else', () => {
    const here = 'https://leren.example'
    expect(ownPage(`${here}/a?b=1`, here)).toEqual({ href: `${here}/a?b=1`, path: '/a?b=1' })
    // As a link the path alone would lead to another site.
    expect(ownPage(`${here}//evil.example/x`, here)!.href).toBe(`${here}//evil.example/x`)
    for (const other of ['', 'https://evil.example/', '//evil.example', 'javascript:alert(1)', 'https://leren.example@evil.example/'])
      expect(ownPage(other, here), other).toBeNull()
  })
})

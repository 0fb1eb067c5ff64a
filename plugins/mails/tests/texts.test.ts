import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { startMailServer } from '#core/testing/mail_server'

// @own-process: sets a mail server

const mailServer = await startMailServer()
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: number
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
  company = (await app.asSystem(async () => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())).id
})

const PATH = '/api/mails/texts/core.mail.reset_code'
const WORDS = { subject: 'Code voor {company}', body: 'Dag {firstname},\n\nJe code is {code}.', action: null }
const show = async (of: number | null = null) => (await admin.get(`${PATH}?language=nl${of ? `&company=${of}` : ''}`)).body.data
const save = async (of: number | null, words: object = {}, client = admin) =>
  client.put(PATH, { language: 'nl', company: of, version: (await show(of)).version, ...WORDS, ...words })
const kept = () => app.asSystem(async () => [await db.from('core_mail_texts').orderBy('id'), await db.from('core_mail_text_versions')])

describe('the texts of mails', () => {
  it('are listed by plugin, with when they are sent and who has their own', async () => {
    const { mails, languages, companies } = (await admin.get('/api/mails/texts')).body.data
    expect(languages).toEqual(['nl', 'en'])
    expect(companies.map(({ name }: { name: string }) => name)).toContain('Noordwind')
    // Plugins that were added to the platform have their own groups.
    expect(mails.map(({ group }: { group: string }) => group)).toEqual(
      expect.arrayContaining([
        ...['Account', 'Trainingen', 'Certificaten', 'Support', 'Rapporten'],
        ...['Examens', 'Catalogus', 'Wachtlijst', 'Boekingen', 'Facturen', 'Contracten', 'Andere systemen'],
      ]),
    )
    for (const mail of mails) expect([mail.trigger, Boolean(mail.when), mail.name === mail.trigger]).toEqual([mail.trigger, true, false])
  })

  it('have the subject that a reader sees as their name, with sample values instead of placeholders', async () => {
    const nameOf = async (trigger: string, language: string) => {
      const { name } = (await admin.get(`/api/mails/texts/${trigger}?language=${language}`)).body.data
      return name
    }
    expect(await nameOf('flows.mail.stuck', 'nl')).toBe('1 persoon komt niet verder in een flow')
    // The editor's language is that of the admin, whatever the language of the texts.
    expect(await nameOf('flows.mail.stuck', 'en')).toBe('1 persoon komt niet verder in een flow')
    expect(await nameOf('core.mail.invitation', 'nl')).toBe('Je uitnodiging voor Leerplatform')
    const { mails } = (await admin.get('/api/mails/texts')).body.data as { mails: { name: string }[] }
    expect(mails.filter(({ name }) => /[{}]/.test(name))).toEqual([])
  })

  it('go from built-in to the platform’s to a company’s, and back', async () => {
    expect(await show()).toMatchObject({ source: 'builtin', has_action: false, subject: 'Je code voor een nieuw wachtwoord' })
    expect((await save(null)).body.data).toMatchObject({ source: 'platform', ...WORDS, beneath: { source: 'builtin' } })
    expect(await show(company)).toMatchObject({ source: 'platform', ...WORDS })
    const own = { subject: 'Alleen voor Noordwind', body: 'Je code: {code}' }
    expect((await save(company, own)).body.data).toMatchObject({ source: 'company', ...own, beneath: { source: 'platform', ...WORDS } })
    expect(await show()).toMatchObject({ source: 'platform', ...WORDS })
    const mail = (await admin.get('/api/mails/texts')).body.data.mails.find(({ trigger }: { trigger: string }) => PATH.endsWith(trigger))
    expect(mail.written).toEqual(
      expect.arrayContaining([
        { company: null, language: 'nl' },
        { company, language: 'nl' },
      ]),
    )
    const { version } = await show(company)
    expect((await admin.post(`${PATH}/reset`, { language: 'nl', company, version })).body.data).toMatchObject({ source: 'platform' })
    const { data } = (await admin.get(`${PATH}/versions?language=nl&company=${company}`)).body
    expect(data).toMatchObject([
      { number: 2, words: null },
      { number: 1, words: own },
    ])
    for (const { by } of data) expect(by).toBe('Noor Admiraal')
  })

  it('report a concurrent change to the second editor, with its content and author', async () => {
    const { version } = await show()
    const change = (client: TestClient, subject: string) => client.put(PATH, { language: 'nl', company: null, version, ...WORDS, subject })
    const mini = await signInAs('mini@platform.example')
    expect((await change(mini, 'Eerst')).status).toBe(200)
    const refused = await change(admin, 'Daarna')
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
    const { by } = (await admin.get(`${PATH}/versions?language=nl`)).body.data[0]
    expect(refused.body).toMatchObject({ by, current: { ...WORDS, subject: 'Eerst' }, differs: ['subject'] })
    expect(await show()).toMatchObject({ subject: 'Eerst' })
    // These have no texts yet, and two admins start at the same moment.
    const first = (await admin.get(`${PATH}?language=en`)).body.data.version
    const both = await Promise.all(
      [admin, mini].map((client) => client.put(PATH, { language: 'en', company: null, version: first, ...WORDS })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('are refused with the names of invalid fields, and nothing changes', async () => {
    const before = await kept()
    const wrong: [object, string, string][] = [
      [{ subject: 'Dag\r\nBcc: iedereen@elders.example' }, 'subject', 'hidden_characters'],
      [{ body: '<a href="https://kwaad.example">{code}</a>' }, 'body', 'html'],
      [{ body: 'x'.repeat(1_000_000) }, 'body', 'maxLength'],
      [{ body: '{code} {wachtwoord}' }, 'body', 'unknown_placeholder'],
      [{ body: '{code} {constructor}' }, 'body', 'unknown_placeholder'],
      [{ body: '{code} {firstname, plural, one {x}}' }, 'body', 'not_icu'],
      [{ body: 'Geen code' }, 'body', 'missing_placeholder'],
      [{ subject: '' }, 'subject', 'required'],
      [{ language: 'xx' }, 'language', 'enum'],
      // A known language without texts.
      [{ language: 'bg' }, 'language', 'enum'],
      [{ subject: { toString: 'x' } }, 'subject', 'string'],
    ]
    for (const [change, field, rule] of wrong) {
      const { status, body } = await save(null, change)
      expect([change, status, body.errors?.[0]]).toMatchObject([change, 422, { field, rule }])
      if (field === 'language') continue
      for (const way of ['preview', 'test']) {
        const tried = await admin.post(`${PATH}/${way}`, { language: 'nl', company: null, ...WORDS, ...change })
        expect([way, tried.status, tried.body.errors?.[0]]).toMatchObject([way, 422, { field, rule }])
      }
    }
    const { version } = await show()
    expect((await admin.put(PATH, { language: 'nl', company: 999_999, version, ...WORDS })).status).toBe(404)
    expect((await admin.get(`${PATH}?language=nl&company=999999`)).status).toBe(404)
    expect((await admin.put('/api/mails/texts/no.such', { language: 'nl', company: null, version, ...WORDS })).status).toBe(404)
    expect(await kept()).toEqual(before)
  })

  it('are previewed in the company’s style with sample values, in a frame that runs nothing', async () => {
    const { data } = (await admin.post(`${PATH}/preview`, { language: 'nl', company, ...WORDS, body: 'Hoi {firstname} & co, {code}' })).body
    expect(data.subject).toBe('Code voor Noordwind')
    expect(data.html).toContain('Hoi Sanne &amp; co, 480 215')
    expect(data.text).toContain('Hoi Sanne & co, 480 215')
    const { primary_color: color } = await app.asSystem(async () => db.from('core_companies').where('id', company).firstOrFail())
    expect(data.html.toLowerCase()).toContain(color.toLowerCase())
    const sheet = await admin.get('/api/core/mail/sheet')
    expect(sheet.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin$/)
  })

  it('can be previewed as they come with the platform, each in both languages', async () => {
    const { mails } = (await admin.get('/api/mails/texts')).body.data as { mails: { trigger: string }[] }
    for (const { trigger } of mails)
      for (const language of ['nl', 'en']) {
        const path = `/api/mails/texts/${trigger}`
        const { subject, body, action } = (await admin.get(`${path}?language=${language}`)).body.data
        const { status } = await admin.post(`${path}/preview`, { language, company: null, subject, body, action })
        expect([trigger, language, status]).toEqual([trigger, language, 200])
      }
  })

  it('can be tested with a mail to one’s own address, ten times an hour', async () => {
    const test = () => admin.post(`${PATH}/test`, { language: 'nl', company, ...WORDS })
    expect((await test()).body).toEqual({ status: 'good' })
    await app.settle()
    const [letter] = mailServer.letters.filter(({ to }) => to.includes('admin@platform.example'))
    expect(letter!.source).toMatch(/^Subject: \[Test\] Code voor Noordwind$/m)
    expect(letter!.source).toMatch(/^From: .*Noordwind/m)
    const [row] = (await admin.get('/api/mails?search=admin@platform.example')).body.data
    expect(row).toMatchObject({ is_test: true, status: 'sent', company: 'Noordwind', subject: '[Test] Code voor Noordwind' })
    const answers = []
    for (let n = 0; n < 10; n++) answers.push(await test())
    expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(200), 429])
    expect(answers[9]!.body.code).toBe('too_many_tests')
  })
})

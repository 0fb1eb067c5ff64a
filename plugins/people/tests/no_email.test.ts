import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, signInSupervisor, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, type TestCompany } from '#core/testing/factories'

// People without an e-mail address: added by their supervisor, signed in with a personnel number and a code from a printed card.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let numbers = 1000
const EMPTY = { job_title: null, manager_id: null }

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})
beforeEach(async () => {
  company = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  await app.asSystem(() => db.from('core_rate_limits').delete())
})

const person = (facts: object = {}) => ({
  ...{
    firstname: 'Piotr',
    lastname: 'Kowalski',
    email: null,
    birthdate: null,
    language: 'nl',
    role: 'leerling',
    invite: true,
    company: null,
  },
  personnel_number: String(++numbers),
  ...facts,
})

/** @returns the membership's id */
async function add(facts: object = {}): Promise<{ id: number; number: string }> {
  const body = person(facts)
  const added = await supervisor.post('/api/people/participants', body)
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  return { id: added.body.data.id, number: body.personnel_number }
}

async function card(id: number, again = true): Promise<{ code: string; url: string; pdf: string }> {
  const { status, body } = await supervisor.post('/api/people/cards', { ids: [id], again })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body.data.cards[0], pdf: body.data.pdf }
}

const signIn = (number: string, code: string, at = company.loginId, client = app.visitor()) =>
  client.post('/api/people/sign_in', { company: at, number, code }).then((answer) => ({ ...answer, client }))

const mailsTo = (id: number) =>
  app.asSystem(() => db.from('core_mail_outbox').where('membership_id', id).select('trigger', 'to_email', 'by_mail', 'in_app'))

describe('a person without an e-mail address', () => {
  it('is added with a personnel number, signs in with the code of the card, and sees their own account', async () => {
    const { id, number } = await add()
    const shown = (await supervisor.get(`/api/people/participants/${id}`)).body.data
    expect(shown).toMatchObject({ email: null, state: 'invited', code: null, personnel_number: number })
    const { code, url, pdf } = await card(id)
    expect(code).toMatch(/^\d{5} \d{5}$/)
    expect(url).toContain(`/personeelsnummer?company=${company.loginId}&nummer=${number}`)
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const { status, body, client } = await signIn(number, code)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ status: 'good', role: 'leerling', chooses_code: true })
    const me = (await client.get('/user/identify')).body
    expect(me).toMatchObject({ email: null, email_verify_code: null, firstname: 'Piotr', company_name: company.name })
    expect((await client.get('/api/core/profile')).body.data).toMatchObject({ email: null, has_password: true, signs_in_by_code: true })
    expect((await supervisor.get(`/api/people/participants/${id}`)).body.data).toMatchObject({ state: 'active', code: 'issued' })
  })

  it('chooses a code of their own, which is typed as it was chosen; the card’s no longer works', async () => {
    const { id, number } = await add()
    const { code } = await card(id)
    const { client } = await signIn(number, code.replace(' ', ''))
    const choose = (password: string) => client.post('/api/core/account/password', { current: code, password })
    for (const easy of ['12345678', '1234 5678', '00000000', '87654321', 'short']) expect((await choose(easy)).status, easy).toBe(422)
    expect((await choose('2749 1836')).status).toBe(200)
    expect((await signIn(number, code)).status).toBe(401)
    expect((await signIn(number, '27491836')).body).toMatchObject({ chooses_code: false })
    expect((await supervisor.get(`/api/people/participants/${id}`)).body.data.code).toBe('own')
  })

  it('gets a new code from the supervisor, which ends the sessions of the old one and is told on screen', async () => {
    const { id, number } = await add()
    const first = await card(id)
    const { client } = await signIn(number, first.code)
    const kept = await supervisor.post('/api/people/cards', { ids: [id], again: false })
    expect(kept.body.data).toMatchObject({ cards: [], skipped: [{ code: 'has_code', count: 1 }], pdf: null })
    const second = await card(id)
    expect((await client.get('/user/identify')).status).toBe(401)
    expect((await signIn(number, first.code)).status).toBe(401)
    const again = await signIn(number, second.code)
    expect(again.status).toBe(200)
    await app.settle()
    const notes = (await again.client.get('/api/core/notifications')).body.data
    expect(JSON.stringify(notes)).toContain('nieuwe inlogcode')
  })

  it('is mailed nothing', async () => {
    const { id } = await add()
    await card(id)
    await card(id)
    expect((await supervisor.post(`/api/people/participants/${id}/invitation`)).status).toBe(409)
    expect((await supervisor.post(`/api/people/participants/${id}/password_reset`)).body.code).toBe('no_address')
    await app.settle()
    expect(await mailsTo(id)).toEqual([{ trigger: 'core.mail.code_issued', to_email: '', by_mail: false, in_app: true }])
  })

  it('is erased for inactivity only after the supervisors were told', async () => {
    const { applyRetention } = await import('#core/privacy/retention')
    const { writeSettings } = await import('#core/companies/change_settings')
    const { id } = await add({ lastname: 'Afwezig' })
    await card(id)
    const rule = { companyId: company.id, settings: { core: { retention_months: 24 } }, userId: null, reason: 'test' }
    await app.asSystem(() => db.transaction((trx) => writeSettings(trx, rule)))
    const away = (warned: number | null) =>
      app.asSystem(() =>
        db
          .from('core_memberships')
          .where({ id })
          .update({
            ...{ created_at: new Date(Date.now() - 2000 * 86_400_000), last_seen_at: new Date(Date.now() - 800 * 86_400_000) },
            retention_warned_at: warned === null ? null : new Date(Date.now() - warned * 86_400_000),
          }),
      )
    const run = async () => {
      await app.inCompany(company.loginId, applyRetention)
      await app.settle()
    }
    const told = () =>
      app.asSystem(() =>
        db.from('core_mail_outbox').where({ company_id: company.id, trigger: 'core.mail.retention_of_others' }).select('text', 'by_mail'),
      )
    await away(null)
    await run()
    await run()
    const mails = await told()
    expect(mails).toMatchObject([{ by_mail: true }])
    expect(mails[0].text).toContain('Piotr Afwezig')
    expect((await app.asSystem(() => db.from('core_memberships').where({ id }).firstOrFail())).retention_warned_at).not.toBeNull()
    await away(31)
    await run()
    expect(await app.asSystem(() => db.from('core_memberships').where({ id }).first())).toBeNull()
  })

  it('is never shown with a made-up address: lists, files, reports and the export of their data', async () => {
    const { id, number } = await add({ lastname: 'Adresloos' })
    const { code } = await card(id)
    const { client } = await signIn(number, code)
    const listed = (await supervisor.get('/api/people/participants?search=Adresloos&sort=email')).body.data
    expect(listed.map((row: { id: number; email: string | null }) => [row.id, row.email])).toEqual([[id, null]])
    expect((await supervisor.get('/api/people/participants?search=no-mail')).body.data).toEqual([])
    const file = await supervisor.post('/api/people/participants/export', { format: 'csv', filter: '' })
    const chosen = (await supervisor.get('/api/core/people?search=Adresloos')).body.data
    const profile = await client.get('/api/core/profile')
    for (const text of [new TextDecoder().decode(file.bytes), JSON.stringify(chosen), JSON.stringify(profile.body)]) {
      expect(text).toContain('Adresloos')
      expect(text).not.toContain('no-mail')
    }
    const { exportPerson } = await import('#core/privacy/person')
    const own = await app.asSystem(() => exportPerson({ companyId: company.id, membershipId: id } as never))
    expect(JSON.stringify(own)).not.toContain('no-mail')
  })

  it('gets no other role before an e-mail address, because a supervisor could sign in as them', async () => {
    const { id } = await add()
    await card(id)
    const { versionOf } = await import('#core/kit/database')
    const version = () =>
      app.asSystem(async () => {
        const row = await db
          .from('core_memberships')
          .where('id', id)
          .select(db.raw(`${versionOf('updated_at')} as version`))
          .first()
        return row.version as string
      })
    const give = async (role: string) =>
      supervisor.patch(`/api/people/participants/${id}/access`, { role, entitlements: [], updated_at: await version() })
    for (const role of ['beheerder', 'examinator', 'proctor']) expect((await give(role)).body.code, role).toBe('role_needs_address')
    expect((await give('leerling')).status).toBe(200)
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email: `boss${id}@company.example` })).status).toBe(200)
    expect((await give('examinator')).status).toBe(200)
  })

  it('needs a personnel number that is unique in the company, also when two supervisors add one concurrently', async () => {
    const none = await supervisor.post('/api/people/participants', person({ personnel_number: null }))
    expect(none.body.errors).toEqual([expect.objectContaining({ field: 'personnel_number', rule: 'number_or_email' })])
    const boss = await supervisor.post('/api/people/participants', person({ role: 'beheerder' }))
    expect(boss.body.errors).toEqual([expect.objectContaining({ field: 'email' })])
    const same = person({ personnel_number: 'A-77' })
    const both = await Promise.all([
      supervisor.post('/api/people/participants', same),
      supervisor.post('/api/people/participants', { ...same, personnel_number: 'a-77' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)!.body.errors).toEqual([
      expect.objectContaining({ field: 'personnel_number', rule: 'unique' }),
    ])
  })
})

describe('a changed personnel number', () => {
  it('is used to sign in from then on, and cannot be removed', async () => {
    const { id, number } = await add()
    const { code } = await card(id)
    const { work } = (await supervisor.get(`/api/people/participants/${id}/profile`)).body.data
    const save = (personnel_number: string | null) =>
      supervisor.patch(`/api/people/participants/${id}/work`, { ...EMPTY, personnel_number, updated_at: work.updated_at })
    expect((await save(null)).body.errors).toEqual([expect.objectContaining({ field: 'personnel_number', rule: 'number_or_email' })])
    expect((await save(`${number}-new`)).status).toBe(200)
    expect([(await signIn(number, code)).status, (await signIn(`${number}-NEW`, code)).status]).toEqual([401, 200])
  })
})

describe('guessing', () => {
  it('locks a person for ten minutes after eight wrong codes, also for the right one and for the code on their profile', async () => {
    const { id, number } = await add()
    const { code } = await card(id)
    const { client } = await signIn(number, code)
    for (let n = 0; n < 8; n++) expect((await signIn(number, '1111122222')).status).toBe(401)
    const locked = await signIn(number, code)
    expect(locked.status).toBe(429)
    expect(locked.body.retry_after).toBeGreaterThan(500)
    expect((await client.post('/api/core/account/password', { current: code, password: 'nieuwe-code' })).status).toBe(429)
  })

  it('ends with a new card: somebody who forgot their code does not wait ten minutes', async () => {
    const { id, number } = await add()
    await card(id)
    for (let n = 0; n < 9; n++) await signIn(number, '1111122222')
    const { code } = await card(id)
    expect((await signIn(number, code)).status).toBe(200)
  })

  it('answers an unknown number exactly as a wrong code, and locks it too', async () => {
    const { id, number } = await add()
    await card(id)
    const wrong = await signIn(number, '1111122222')
    const unknown = await signIn('no-such-number', '1111122222')
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.body).toEqual(wrong.body)
    for (let n = 0; n < 7; n++) await signIn('no-such-number', '1111122222')
    expect((await signIn('no-such-number', '1111122222')).status).toBe(429)
  })

  it('does not work for a person without a card, for a person with an address, or with the placeholder address', async () => {
    const { id, number } = await add()
    expect((await signIn(number, '')).status).toBe(401)
    expect((await signIn(number, '0000000000')).status).toBe(401)
    const withAddress = person({ email: 'with.address@test.example' })
    const added = await supervisor.post('/api/people/participants', withAddress)
    expect((await supervisor.post('/api/people/cards', { ids: [added.body.data.id], again: true })).body.data.skipped).toEqual([
      { code: 'has_address', count: 1 },
    ])
    const { code } = await card(id)
    const placeholder = await app.asSystem(async () => {
      const row = await db
        .from('core_users as u')
        .join('core_memberships as m', 'm.user_id', 'u.id')
        .where('m.id', id)
        .select('u.email')
        .first()
      return row.email as string
    })
    const byEmail = await app
      .visitor()
      .post('/public/auth/login/', { email: placeholder, password: code.replace(' ', ''), company: company.loginId })
    expect(byEmail.status).toBe(401)
    const check = await app.visitor().post('/public/register/email', { email: placeholder, company: company.loginId })
    expect(check.body.email_exists).toBe(false)
  })

  it('does not reach another company, whose people may have the same number', async () => {
    const { id, number } = await add()
    const { code } = await card(id)
    const other = await createCompany()
    const colleague = await signInSupervisor(other.loginId)
    const twin = await colleague.post('/api/people/participants', person({ personnel_number: number }))
    expect(twin.status).toBe(201)
    expect((await signIn(number, code, other.loginId)).status).toBe(401)
    expect((await signIn(number, code, 'no-such-company')).status).toBe(404)
    const foreign = await colleague.post('/api/people/cards', { ids: [id], again: true })
    expect(foreign.body.data).toMatchObject({ cards: [], pdf: null })
    expect((await colleague.put(`/api/people/participants/${id}/email`, { email: 'thief@test.example' })).status).toBe(404)
    expect((await signIn(number, code)).status).toBe(200)
  })

  it('does not work for a deleted or deactivated person, whose number may be given to somebody else', async () => {
    const gone = await add()
    const { code } = await card(gone.id)
    const { client } = await signIn(gone.number, code)
    expect((await client.post('/api/core/account/delete', { current: code })).status).toBe(200)
    expect((await signIn(gone.number, code)).status).toBe(401)
    await app.settle()
    const next = await add({ personnel_number: gone.number })
    expect((await signIn(gone.number, code)).status).toBe(401)
    const fresh = await card(next.id)
    expect((await signIn(gone.number, fresh.code)).status).toBe(200)
    await supervisor.post('/api/people/participants/act', { action: 'people.deactivate', ids: [next.id] })
    await app.settle()
    expect((await signIn(gone.number, fresh.code)).status).toBe(401)
    expect((await supervisor.post('/api/people/cards', { ids: [next.id], again: true })).body.data.skipped).toEqual([
      { code: 'account_inactive', count: 1 },
    ])
  })
})

describe('an address that comes later', () => {
  it('invites somebody who was only added', async () => {
    const { id } = await add()
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email: 'later@test.example' })).status).toBe(200)
    await app.settle()
    expect(await mailsTo(id)).toEqual([expect.objectContaining({ trigger: 'core.mail.invitation', to_email: 'later@test.example' })])
    const taken = await add()
    const again = await supervisor.put(`/api/people/participants/${taken.id}/email`, { email: 'Later@test.example' })
    expect(again.body.errors).toEqual([expect.objectContaining({ field: 'email', rule: 'email_in_use' })])
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email: 'x@test.example' })).body.code).toBe('has_address')
  })

  it('leaves the code working until a password is chosen by mail', async () => {
    const { id, number } = await add()
    const { code } = await card(id)
    const email = `chosen${id}@test.example`
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email })).status).toBe(200)
    await app.settle()
    expect(await mailsTo(id)).toEqual([expect.objectContaining({ trigger: 'core.mail.address_given', to_email: email, by_mail: true })])
    const { status, client } = await signIn(number, code)
    expect(status).toBe(200)
    expect((await client.get('/user/identify')).body).toMatchObject({ email, email_verify_code: 'pending' })
    const visitor = app.visitor()
    await visitor.post('/public/auth/verify/email', { email, company: company.loginId })
    await app.settle()
    const { unseal } = await import('#core/mail/secrets')
    const mail = await app.asSystem(() =>
      db.from('core_mail_outbox').where({ to_email: email, trigger: 'core.mail.reset_code' }).firstOrFail(),
    )
    const reset = /\b(\d{6})\b/.exec(unseal(mail.sealed).text)![1]!
    const done = await visitor.post('/public/auth/reset/password', {
      email,
      company: company.loginId,
      code: reset,
      password: 'Welkom-2026!',
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect((await signIn(number, code)).status).toBe(401)
    await signInAs(email, undefined, company.loginId)
  })
})

describe('a code that a supervisor knows', () => {
  async function withAddress() {
    const { id, number } = await add()
    const { code } = await card(id)
    const { client } = await signIn(number, code)
    const email = `known${id}@test.example`
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email })).status).toBe(200)
    return { id, number, code, client, email }
  }

  it('ends with its sessions when the person gets another role, and the person is told', async () => {
    const { id, number, code, client, email } = await withAddress()
    const { data } = (await supervisor.get(`/api/people/participants/${id}/profile`)).body
    const sent = { role: 'examinator', entitlements: [], updated_at: data.access.updated_at }
    expect((await supervisor.patch(`/api/people/participants/${id}/access`, sent)).status).toBe(200)
    expect((await client.get('/user/identify')).status).toBe(401)
    expect((await signIn(number, code)).status).toBe(401)
    await app.settle()
    expect(await mailsTo(id)).toContainEqual(expect.objectContaining({ trigger: 'core.mail.code_ended', to_email: email, by_mail: true }))
  })

  it('gives access to no other company of the person', async () => {
    const { id, client } = await withAddress()
    const elsewhere = await createCompany()
    const membership: number = await app.asSystem(async () => {
      const { user_id: userId } = await db.from('core_memberships').where('id', id).firstOrFail()
      const row = { company_id: elsewhere.id, user_id: userId, role: 'beheerder', status: 'active' }
      const [made] = await db.table('core_memberships').insert(row).returning('id')
      return made.id
    })
    expect((await client.post('/api/core/session/membership', { membership })).body.code).toBe('code_one_company')
    expect((await client.get('/user/identify')).body.company_name).toBe(company.name)
  })
})

describe('a file', () => {
  it('adds people with only a personnel number, and reports a line without a number and an address', async () => {
    const content =
      'voornaam;achternaam;e-mailadres;personeelsnummer\nPiotr;Nowak;;N-1\nAnna;Jansen;anna.file@test.example;N-2\nTom;Leeg;;\n'
    const read = await supervisor.upload('/api/people/imports?name=mensen.csv', 'file', { name: 'mensen.csv', type: 'text/csv', content })
    expect(read.status, JSON.stringify(read.body)).toBe(201)
    const { id, good, problems } = read.body.data
    expect(good).toBe(2)
    expect(problems.map((line: { problems: string[] }) => line.problems)).toEqual([['no_email']])
    await supervisor.post(`/api/people/imports/${id}/run`, { invite: true, good_only: true })
    await app.settle()
    const found = (await supervisor.get('/api/people/participants?search=Nowak')).body.data
    expect(found).toEqual([expect.objectContaining({ email: null, personnel_number: 'N-1', state: 'invited' })])
    const { code } = await card(found[0].id)
    expect((await signIn('n-1', code)).status).toBe(200)
  })
})

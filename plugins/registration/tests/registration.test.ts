import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { PASSWORD, TestClient } from '#core/testing/client'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let openMail: (email: string) => Promise<string>

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const { issueCode } = await import('#core/accounts/codes')
  const { EMAIL_CODE } = await import('#core/registration/own_email')
  await app.inCompany('noordwind', async () =>
    db.from('core_registration_fields').whereRaw(`label->>'nl' = 'Vestiging'`).update({ required: true }),
  )
  // As the mail would create it: the sent code is stored nowhere in plain text.
  openMail = (email) =>
    app.asSystem(async () => {
      const user = await db.from('core_users').where('email', email).firstOrFail()
      return (await issueCode(EMAIL_CODE, { userId: user.id, membershipId: null })).code
    })
})

const system = <T>(work: () => Promise<T>) => app.asSystem(work)
const HERE = { company: 'noordwind', role: 'leerling' }
const start = (client: TestClient, email: string, more: object = HERE) =>
  client.post('/api/registration/start', { email, language: 'nl', ...more })
const stateOf = async (client: TestClient, query = 'company=noordwind&role=leerling') =>
  (await client.get(`/api/registration/state?${query}`)).body
/** Up to the details: the address is verified. */
async function verified(email: string, more: object = HERE, client = app.visitor()): Promise<TestClient> {
  expect((await start(client, email, more)).status).toBe(200)
  await app.settle()
  expect((await client.post('/public/register/verify', { code: await openMail(email) })).body).toEqual({ status: 'good' })
  return client
}
const fieldIds = () =>
  app.inCompany('noordwind', async () => {
    const rows = await db.from('core_registration_fields').whereNull('removed_at').orderBy('position')
    return Object.fromEntries(rows.map((row) => [row.label.nl, row.id as number]))
  })
async function given(change: object = {}) {
  const ids = await fieldIds()
  const extra = { [ids.Vestiging!]: 'Den Helder', [ids['In dienst sinds']!]: '2026-01-05' }
  const metadata = JSON.stringify({ company: 'Noordwind', extra })
  return { firstname: 'Sanne', lastname: 'Prins', language: 'nl', metadata, code: '', password: PASSWORD, agreed: true, ...change }
}
const mailsTo = (email: string) => system(async () => (await db.from('core_mail_outbox').where('to_email', email)).length)
const membersWith = (email: string) =>
  system(async () =>
    db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('u.email', email)
      .select('m.*', 'u.firstname', 'u.email_verified_at', 'u.language as spoken'),
  )

describe('registration', () => {
  it('takes e-mail, code, details, extra information and password, and signs the person in', async () => {
    const email = 'sanne@elders.example'
    const client = app.visitor()
    expect((await stateOf(client)).registration).toBeNull()
    expect((await start(client, email)).body).toEqual({ status: 'good', message: 'code_sent' })
    await app.settle()
    expect(await mailsTo(email)).toBe(1)
    // A person who starts a registration sees nothing of the account before the address is verified.
    expect((await stateOf(client)).registration).toEqual({
      step: 'code',
      email,
      firstname: '',
      infix: null,
      lastname: '',
      asks_password: true,
      is_member: false, // prettier-ignore
    })
    expect((await client.post('/register/update', await given())).body.code).toBe('email_not_verified')
    const code = await openMail(email)
    const wrong = code === '111111' ? '222222' : '111111'
    expect((await client.post('/public/register/verify', { code: wrong })).body.errors).toMatchObject([
      { field: 'code', rule: 'incorrect_code' },
    ])
    expect((await client.post('/public/register/verify', { code: 'abc' })).status).toBe(422)
    expect((await client.post('/public/register/verify', { code })).body).toEqual({ status: 'good' })
    expect((await stateOf(client)).registration.step).toBe('details')

    const missing = await client.post('/register/update', {
      firstname: ' ',
      lastname: '',
      language: 'nl',
      metadata: '{}',
      code: '',
      password: 'kort',
    })
    expect(missing.status).toBe(422)
    const ids = await fieldIds()
    expect(missing.body.errors).toEqual([
      { field: 'firstname', rule: 'firstname_mandatory' },
      { field: 'lastname', rule: 'lastname_mandatory' },
      { field: 'agreed', rule: 'agreed_mandatory' },
      { field: `extra.${ids.Vestiging}`, rule: 'required' },
      { field: 'password', rule: 'password_minimum' },
    ])
    const done = await client.post('/register/update', await given())
    expect(done.body).toMatchObject({ status: 'good', role: 'leerling' })
    expect((await client.get('/user/identify')).body).toMatchObject({
      email,
      firstname: 'Sanne',
      registration_type: 'signup',
      email_verify_code: null,
    })
    expect(await membersWith(email)).toMatchObject([
      {
        status: 'active',
        registration_type: 'signup',
        extra_info: { [ids.Vestiging!]: 'Den Helder', [ids['In dienst sinds']!]: '2026-01-05' },
      },
    ])
    expect((await membersWith(email))[0].conditions_accepted_at).not.toBeNull()
    // The person sees the questions in the company's words, not by id.
    expect((await client.get('/api/core/profile')).body.data.membership.extra_info).toEqual([
      { label: 'Vestiging', kind: 'choice', value: 'Den Helder', removed: false },
      { label: 'In dienst sinds', kind: 'date', value: '2026-01-05', removed: false },
    ])
    expect((await app.visitor().post('/public/auth/login', { email, password: PASSWORD, company: 'noordwind' })).status).toBe(200)
  })

  it('accepts details and code in one call, too', async () => {
    const email = 'inene@elders.example'
    const client = app.visitor()
    await start(client, email)
    await app.settle()
    expect((await client.post('/register/update', await given({ code: await openMail(email) }))).status).toBe(200)
  })

  it('asks people who sign in elsewhere by a code for a password, which ends the code that a supervisor there may know', async () => {
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    const worker = { firstname: 'Piotr', lastname: 'Nowak', email: null, birthdate: null, language: 'nl', role: 'leerling' }
    const added = await supervisor.post('/api/people/participants', { ...worker, personnel_number: 'R-1', invite: true, company: null })
    const { id } = added.body.data
    const { code } = (await supervisor.post('/api/people/cards', { ids: [id], again: true })).body.data.cards[0]
    const email = 'piotr@elders.example'
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email })).status).toBe(200)
    const byCode = () => app.visitor().post('/api/people/sign_in', { company: 'bouwmeester', number: 'R-1', code })
    expect((await byCode()).status).toBe(200)
    const client = await verified(email)
    expect((await stateOf(client)).registration.asks_password).toBe(true)
    expect((await client.post('/register/update', await given({ password: '' }))).status).toBe(422)
    expect((await client.post('/register/update', await given())).status).toBe(200)
    expect((await client.get('/user/identify')).body.email).toBe(email)
    expect((await byCode()).status).toBe(401)
    const login = (password: string) => app.visitor().post('/public/auth/login', { email, password, company: 'noordwind' })
    expect([(await login(code.replace(' ', ''))).status, (await login(PASSWORD)).status]).toEqual([401, 200])
  })

  it('survives another page and another company’s page, and ends with its cookie', async () => {
    const email = 'later@elders.example'
    const client = await verified(email)
    expect((await stateOf(client, 'token=demo-registration-bouwmeester&role=leerling')).registration).toBeNull()
    expect((await stateOf(client)).registration.email).toBe(email)
    for (const forged of ['x'.repeat(43), '', "';--", 'a'.repeat(5000)]) {
      const stranger = app.visitor()
      stranger.cookies.set('registration', forged)
      expect((await stranger.post('/register/update', await given())).body.code).toBe('registration_expired')
      expect((await stranger.post('/public/register/verify', { code: '123456' })).body.code).toBe('registration_expired')
    }
  })

  it('creates one account for two concurrent registrations of one address, and for one that is sent twice', async () => {
    const email = 'tweemaal@elders.example'
    const clients = [app.visitor(), app.visitor()]
    await Promise.all(clients.map((client) => start(client, email)))
    await app.settle()
    const bodies = await Promise.all(
      clients.map(async (client) => {
        await start(client, email)
        return client.post('/public/register/verify', { code: await openMail(email) })
      }),
    )
    // The second code replaces the first: a person who has the first one has to request another.
    for (const [index, { status }] of bodies.entries())
      if (status !== 200) await clients[index]!.post('/public/register/verify', { code: await openMail(email) })
    const body = await given()
    const answers = await Promise.all([...clients, ...clients, clients[0]!].map((client) => client.post('/register/update', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409)
      expect(['registration_expired', 'already_member']).toContain(body.code)
    }
    expect(await membersWith(email)).toHaveLength(1)
    expect(await system(async () => (await db.from('core_users').where('email', email)).length)).toBe(1)
  })

  it('answers an address with an account like one without, until it is verified', async () => {
    const known = 'leerling@noordwind.example'
    const client = app.visitor()
    const answers = [await start(client, known), await start(app.visitor(), 'niemand@elders.example')]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: 'good', message: 'code_sent' }])
    expect((await stateOf(client)).registration).toMatchObject({ firstname: '', lastname: '', asks_password: true, is_member: false })
    await app.settle()
    expect((await client.post('/public/register/verify', { code: await openMail(known) })).status).toBe(200)
    expect((await stateOf(client)).registration).toMatchObject({ is_member: true, asks_password: false })
    expect((await client.post('/register/update', await given())).body.code).toBe('already_member')
    // A person who only started has no account to sign in to or to reset.
    const check = await app.visitor().post('/public/register/email', { email: 'niemand@elders.example' })
    expect(check.body).toMatchObject({ email_exists: false, active_account: false, is_memberstack: false })
    expect((await app.visitor().post('/public/auth/verify/email', { email: 'niemand@elders.example' })).status).toBe(404)
  })

  it('accepts a person of another company with their existing password, and an open invitation with its role', async () => {
    const email = 'leerling@bouwmeester.example'
    const client = await verified(email)
    expect((await stateOf(client)).registration).toMatchObject({ asks_password: false, firstname: expect.stringMatching(/\w/) })
    expect((await client.post('/register/update', await given({ password: 'iets-heel-anders' }))).status).toBe(200)
    await signInAs(email)
    expect(await membersWith(email)).toHaveLength(2)

    const invited = await verified('nieuw@noordwind.example')
    expect((await invited.post('/register/update', await given())).status).toBe(200)
    expect(await membersWith('nieuw@noordwind.example')).toMatchObject([{ status: 'active', registration_type: 'invite' }])
  })

  it('is open, limited to the link, or closed, as the company chooses', async () => {
    expect((await start(app.visitor(), 'a@elders.example', { role: 'leerling' })).body.errors).toMatchObject([
      { field: 'company', rule: 'company_mandatory' },
    ])
    expect((await start(app.visitor(), 'a@elders.example', { company: 'Nergens', role: 'leerling' })).body.errors).toMatchObject([
      { rule: 'unknown_company' },
    ])
    expect((await start(app.visitor(), 'a@elders.example', { company: 'NOORDWIND' })).status).toBe(200)
    expect((await start(app.visitor(), 'a@elders.example', { company: 'bouwmeester' })).body.code).toBe('registration_closed')
    expect((await start(app.visitor(), 'b@elders.example', { token: 'demo-registration-bouwmeester' })).status).toBe(200)
    const closed = 'link-van-een-gesloten-bedrijf'
    await app.inCompany('examenhuis', async () =>
      db.rawQuery(`insert into registration_links (company_id, token) select id, ? from core_companies`, [closed]),
    )
    expect((await start(app.visitor(), 'b@elders.example', { token: closed })).body.code).toBe('registration_closed')
    expect((await start(app.visitor(), 'b@elders.example', { token: 'geen-link-van-iemand' })).status).toBe(404)
    expect((await app.visitor().get('/register/demo-registration-bouwmeester')).body).toContain('Bouwmeester')
    expect((await app.visitor().get('/register/geen-link-van-iemand')).status).toBe(404)
    expect((await app.visitor().get('/register')).status).toBe(200)
    expect((await app.visitor().get('/sign-up/beheerder')).status).toBe(200)
    // In the style of the company in the address, if there is one.
    for (const path of ['/register', '/sign-up/beheerder', '/terms/viewer']) {
      expect((await app.visitor().get(`${path}?company=bouwmeester`)).body).toContain('Bouwmeester')
      for (const other of ['company=nergens', 'company[]=bouwmeester', 'company=%00']) {
        const { status, body } = await app.visitor().get(`${path}?${other}`)
        expect([status, body.includes('"companyName":"Bouwmeester')], other).toEqual([200, false])
      }
    }
  })

  it('creates the first administrator and no second', async () => {
    const as = { company: 'noordwind', role: 'beheerder' }
    expect((await start(app.visitor(), 'baas@elders.example', as)).body.code).toBe('administrator_exists')
    const before = await app.inCompany('noordwind', async () => db.from('core_memberships').where('role', 'beheerder').select('id'))
    const ids = before.map(({ id }) => id as number)
    await system(async () => db.from('core_memberships').whereIn('id', ids).update({ role: 'proctor' }))
    try {
      const clients = [await verified('baas1@elders.example', as), await verified('baas2@elders.example', as)]
      const body = await given()
      const answers = await Promise.all(clients.map((client) => client.post('/register/update', body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 200)!.body.role).toBe('beheerder')
      expect(answers.find(({ status }) => status === 409)!.body.code).toBe('administrator_exists')
    } finally {
      await system(async () => db.from('core_memberships').whereIn('id', ids).update({ role: 'beheerder' }))
    }
  })

  it('locks for ten minutes after five wrong codes, also for the right one', async () => {
    const email = 'gokker@elders.example'
    const client = app.visitor()
    await start(client, email)
    await app.settle()
    const code = await openMail(email)
    const wrong = code === '111111' ? '222222' : '111111'
    const guesses = await Promise.all(Array.from({ length: 8 }, () => client.post('/public/register/verify', { code: wrong })))
    expect(guesses.filter(({ status }) => status === 422).length).toBeLessThan(5)
    const { status, body } = await client.post('/public/register/verify', { code })
    expect([status, body.code, body.status]).toEqual([429, 'no_attempts_left', 'blocked'])
    expect((await start(client, email)).body.code).toBe('no_attempts_left')
  })

  it('refuses invalid bodies, line breaks in names and requests from other sites', async () => {
    const client = await verified('streng@elders.example')
    for (const change of [
      { metadata: '[]' },
      { metadata: '{' },
      { metadata: JSON.stringify({ extra: { 1: { a: 1 } } }) },
      { firstname: 'A\r\nBcc: iedereen@elders.example' },
      { firstname: { toString: 0 } },
      { language: 'xx' },
    ]) {
      expect((await client.post('/register/update', await given(change))).status, JSON.stringify(change)).toBe(422)
    }
    expect((await start(client, 'a@b.example\nBcc: c@d.example')).status).toBe(422)
    const bare = await fetch(`${app.url}/register/update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: client.cookieHeader() },
      body: JSON.stringify(await given()),
    })
    expect(bare.status).toBe(403)
  })

  it('limits new registrations by address and by company', async () => {
    const { limitRegistration } = await import('#core/accounts/attempts')
    const many = Array.from({ length: 60 }, () => limitRegistration('192.0.2.77', 999_001))
    await Promise.all(many)
    await expect(limitRegistration('192.0.2.77', 999_002)).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' })
    await system(async () => db.from('core_rate_limits').where('key', 'like', '%registration_company:999001').update({ points: 601 }))
    await expect(limitRegistration('192.0.2.78', 999_001)).rejects.toMatchObject({ code: 'too_many_attempts' })
  })

  it('is deleted when nobody continues it', async () => {
    const { removeUnfinished } = await import('#core/registration/register')
    const email = 'nooit@elders.example'
    await start(app.visitor(), email)
    await app.settle()
    const old = new Date(Date.now() - 3 * 86_400_000)
    await removeUnfinished()
    expect(await system(async () => (await db.from('core_users').where('email', email)).length)).toBe(1)
    await system(async () => db.from('core_users').where('email', email).update({ created_at: old }))
    // Started a moment ago: somebody is in the middle of it.
    await removeUnfinished()
    expect(await system(async () => (await db.from('core_users').where('email', email)).length)).toBe(1)
    const theirs = db.from('core_users').where('email', email).select('id')
    await system(async () => db.from('core_tokens').where('user_id', theirs).update({ expires_at: old }))
    await removeUnfinished()
    expect(await system(async () => (await db.from('core_users').where('email', email)).length)).toBe(0)
    expect(await mailsTo(email)).toBe(0)
    expect(await membersWith('leerling@noordwind.example')).not.toEqual([])
  })
})

describe('a signed-in person who is not verified', () => {
  const unverified = async (type: string) => {
    const [member] = await membersWith('leerling@noordwind.example')
    await system(async () => {
      await db.from('core_users').where('id', member.user_id).update({ email_verified_at: null })
      await db.from('core_memberships').where('id', member.id).update({ registration_type: type })
    })
    return signInAs('leerling@noordwind.example')
  }
  it('enters details, gets a code by mail, and is verified with it', async () => {
    const client = await unverified('signup')
    // Of a registration that this browser started earlier.
    client.cookies.set('registration', 'x'.repeat(43))
    expect((await client.get('/user/identify')).body.email_verify_code).toBe('pending')
    expect((await client.post('/register/update', await given({ metadata: '{}' }))).body.errors).toMatchObject([{ rule: 'required' }])
    expect((await client.post('/register/update', await given())).body.status).toBe('good')
    await app.settle()
    expect((await client.post('/public/register/verify', { code: await openMail('leerling@noordwind.example') })).body).toEqual({
      status: 'good',
    })
    expect((await client.get('/user/identify')).body).toMatchObject({ email_verify_code: null, firstname: 'Sanne' })
    // From then on their details are those of the profile.
    client.cookies.delete('registration')
    expect((await client.post('/register/update', await given())).body.code).toBe('already_verified')
    expect((await client.post('/api/registration/code')).body.code).toBe('already_verified')
  })

  it('who was invited enters both in one call', async () => {
    const client = await unverified('invite')
    const { status } = await client.post('/invite/update', await given({ code: '000000' }))
    expect(status).toBe(409)
    const code = await openMail('leerling@noordwind.example')
    expect((await client.post('/invite/update', await given({ code }))).body).toEqual({ status: 'good' })
    expect((await client.get('/user/identify')).body.email_verify_code).toBeNull()
  })
})

describe('the registration questions of a company', () => {
  const path = (company: number | string, what = 'fields') => `/api/registration/companies/${company}/${what}`
  it('keep their order; renaming and deleting keep the answers, on the person’s page and in the export', async () => {
    const client = await signInAs('beheerder@noordwind.example')
    const shown = (await client.get(path(0))).body.data
    expect(shown.fields.map((field: { kind: string }) => field.kind)).toEqual(['text', 'choice', 'date'])
    expect(shown.link).toMatch(/\/register\/demo-registration-noordwind$/)
    const [number, branch, since] = shown.fields
    const member = (await membersWith('inene@elders.example'))[0]
    const fields = [
      { ...branch, label: { nl: 'Waar werk je?' } },
      since,
      { id: null, label: { nl: 'Rijbewijs' }, kind: 'checkbox', options: [], required: false },
    ]
    const saved = await client.put(path(0), { version: shown.version, fields })
    expect(saved.status).toBe(200)
    expect(saved.body.data.fields.map((field: { label: { nl: string } }) => field.label.nl)).toEqual([
      'Waar werk je?',
      'In dienst sinds',
      'Rijbewijs',
    ])
    // A person with an older version.
    expect((await client.put(path(0), { version: shown.version, fields })).body.code).toBe('fields_changed')
    for (const [change, rule] of [
      [{ ...branch, kind: 'text' }, 'enum'],
      [{ ...branch, options: ['een'] }, 'two_options'],
      [{ ...branch, label: {} }, 'required'],
      [{ ...number }, 'enum'],
    ] as const) {
      const { status, body } = await client.put(path(0), { version: saved.body.data.version, fields: [change] })
      expect([status, body.errors?.[0]?.rule]).toEqual([422, rule])
    }
    const gone = await client.put(path(0), { version: saved.body.data.version, fields: saved.body.data.fields.slice(1) })
    expect(gone.status).toBe(200)
    const { body } = await client.get(`/api/people/participants/${member.id}`)
    expect(body.data.extra_info).toMatchObject([
      { label: 'In dienst sinds', value: '2026-01-05', removed: false },
      { label: 'Waar werk je?', value: 'Den Helder', removed: true },
    ])
    const { exportPerson } = await import('#core/privacy/person')
    expect(JSON.stringify(await exportPerson({ companyId: member.company_id, membershipId: member.id }))).toContain('Waar werk je?')
  })

  it('belong to one company: others are not found, and an admin selects a company', async () => {
    const client = await signInAs('beheerder@noordwind.example')
    const other = await system(async () => (await db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail()).id as number)
    expect((await client.get(path(other))).status).toBe(404)
    expect((await client.put(path(other), { version: '[]', fields: [] })).status).toBe(404)
    const admin = await signInAs('admin@platform.example')
    expect((await admin.get(path(other))).body.data).toMatchObject({ company: { id: other }, fields: [] })
    const link = (await admin.post(path(other, 'link'))).body.data.link
    expect(link).not.toContain('demo-registration')
    expect((await start(app.visitor(), 'c@elders.example', { token: 'demo-registration-bouwmeester' })).status).toBe(404)
    expect((await start(app.visitor(), 'c@elders.example', { token: link.split('/').at(-1) })).status).toBe(200)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, PASSWORD, signInAs, testApp } from '#core/testing/app'
import { TestClient } from '#core/testing/client'
import { type TestProvider, startProvider } from '#core/testing/oidc_provider'
import { claimsOf, namesOf } from '../server/services/claims.js'

// @own-process: allows a sign-in provider on this machine

const PERSON = 'leerling@noordwind.example'
const SUPERVISOR = 'beheerder@noordwind.example'
let app: TestApp
let provider: TestProvider
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient

beforeAll(async () => {
  process.env.PRIVATE_ISSUERS = '127.0.0.1'
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  provider = await startProvider([`${app.url}/directory/callback`])
  supervisor = await signInAs(SUPERVISOR)
  for (const company of ['noordwind', 'bouwmeester']) await domains(company, `${company}.example`)
  await configure()
})
afterAll(() => provider.stop())
const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
beforeEach(() => system(() => db.from('core_rate_limits').delete()))

/** As an admin of the platform does: the company's own domains. */
async function domains(company: string, value: string) {
  const admin = await signInAs('admin@platform.example')
  const { id } = await system(() => db.from('core_companies').where('login_id', company).firstOrFail())
  const { updated_at } = (await admin.get(`/api/companies/${id}`)).body.data
  const saved = await admin.patch(`/api/companies/${id}`, { updated_at, settings: { directory: { domains: value } } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}

async function configure(given: object = {}, client = supervisor) {
  const path = '/api/directory/companies/0/provider'
  const { updated_at } = (await client.get(path)).body.data
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider
  return client.put(path, { name: 'Noordwind-account', issuer, client_id, client_secret, creates_people: true, ...given, updated_at })
}

const pathOf = (address: string | null) => address!.replace(app.url, '')
const reasonOf = (address: string | null) => new URL(address!, app.url).searchParams.get('reason')

/** To the provider and back, up to the address to which it redirects the browser. */
async function atProvider(browser: TestClient, company = 'noordwind'): Promise<string> {
  const begun = await browser.get(`/directory/sign_in?company=${company}`)
  const there = new TestClient(provider.issuer)
  let to = begun.headers.get('location')!
  for (let steps = 0; to.startsWith(provider.issuer) || to.startsWith('/'); steps += 1) {
    if (steps > 10) throw new Error(`The provider sends the browser in circles: ${to}`)
    to = (await there.get(to.replace(provider.issuer, ''))).headers.get('location')!
  }
  return to
}

async function signIn(person: TestProvider['person'], browser = app.visitor(), company = 'noordwind') {
  provider.person = person
  const { headers } = await browser.get(pathOf(await atProvider(browser, company)))
  return { browser, to: headers.get('location') }
}
const claims = (sub: string, email: string, more: object = {}) => ({
  sub,
  email,
  email_verified: true,
  given_name: 'Femke',
  family_name: 'de Wit',
  ...more,
})
const who = async (browser: TestClient) => (await browser.get('/user/identify')).body
const memberships = (email: string) =>
  system(() =>
    db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('u.email', email)
      .select('m.id', 'm.role', 'm.status', 'm.company_id', 'u.id as user_id'),
  )

describe('signing in with a company’s own provider', () => {
  it('appears as a button on its own sign-in page only', async () => {
    const doors = async (company: string) => {
      const { body } = await app.visitor().get(`/login/${company}`)
      return JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(body)![1]!).doors
    }
    expect(await doors('noordwind')).toContainEqual({
      question: null,
      label: 'Inloggen met Noordwind-account',
      path: '/directory/sign_in?company=noordwind',
    })
    expect(JSON.stringify(await doors('bouwmeester'))).not.toContain('/directory/sign_in')
    const refused = await app.visitor().get('/directory/sign_in?company=bouwmeester')
    expect(reasonOf(refused.headers.get('location'))).toBe('closed')
  })

  it('creates a participant at the first sign-in, and finds them by issuer and subject afterwards', async () => {
    const { browser, to } = await signIn(claims('femke', 'femke@noordwind.example', { locale: 'en-GB' }))
    expect(to).toBe('/deelnemer/trainingen')
    const me = await who(browser)
    expect(me).toMatchObject({ user_role: 'leerling', firstname: 'Femke', lastname: 'de Wit', lang: 'en', email_verify_code: null })
    // Another address and name at the provider: the same person.
    const again = await signIn(claims('femke', 'femke.jansen@noordwind.example'))
    expect((await who(again.browser)).email).toBe('femke@noordwind.example')
    // Another person who got the address after her: not her account.
    expect(reasonOf((await signIn(claims('other-femke', 'femke@noordwind.example'))).to)).toBe('linked_other')
  })

  it('links an account of this company only by its verified address', async () => {
    const { browser } = await signIn(claims('sanne', PERSON))
    expect(await who(browser)).toMatchObject({ email: PERSON, user_role: 'leerling' })
    for (const [reason, person] of [
      ['unverified', claims('x1', 'anna@noordwind.example', { email_verified: false })],
      ['unverified', claims('x2', 'anna@noordwind.example', { email_verified: 'true' })],
      ['domain', claims('x3', 'anna@elsewhere.example')],
      ['domain', claims('x4', 'anna@sub.noordwind.example')],
      ['no_email', claims('x5', 'no address')],
      ['account_elsewhere', claims('x6', 'admin@noordwind.example')],
    ] as const) {
      if (reason === 'account_elsewhere') {
        await system(() =>
          db.table('core_users').insert({ email: person.email, firstname: 'A', lastname: 'B', platform_role: 'admin', password: 'x' }),
        )
      }
      const { browser: refused, to } = await signIn(person)
      expect([reasonOf(to), (await refused.get('/user/identify')).status], person.sub).toEqual([reason, 401])
    }
  })

  it('refuses new people unless the company allows them, and deactivated people', async () => {
    expect((await configure({ creates_people: false })).body).toMatchObject({ data: { creates_people: false } })
    expect(reasonOf((await signIn(claims('new', 'niemand@noordwind.example'))).to)).toBe('no_account')
    expect(await memberships('niemand@noordwind.example')).toEqual([])
    // The sign-in accepts an open invitation.
    expect((await signIn(claims('invited', 'nieuw@noordwind.example'))).to).toBe('/deelnemer/trainingen')
    expect(await memberships('nieuw@noordwind.example')).toMatchObject([{ status: 'active', role: 'leerling' }])
    const [{ id }] = (await memberships('femke@noordwind.example')) as [{ id: number }]
    await system(() => db.from('core_memberships').where('id', id).update({ status: 'inactive' }))
    expect(reasonOf((await signIn(claims('femke', 'femke@noordwind.example'))).to)).toBe('account_inactive')
    await system(() => db.from('core_memberships').where('id', id).update({ status: 'active' }))
    await configure({ creates_people: true })
  })

  it('never takes over an account that another company has too: its person confirms with their password', async () => {
    const { id: other } = await system(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    const [{ user_id: userId }] = (await memberships('femke@noordwind.example')) as [{ user_id: number }]
    await system(async () => {
      await db.table('core_memberships').insert({ company_id: other, user_id: userId, role: 'beheerder' })
      await db.from('directory_links').where('subject', 'femke').delete()
      const { password } = await db.from('core_users').where('email', PERSON).firstOrFail()
      await db.from('core_users').where('id', userId).update({ password })
    })
    const { browser, to } = await signIn(claims('femke', 'femke@noordwind.example'))
    expect(to).toBe('/aanmelden/bevestigen?company=noordwind')
    expect((await browser.get('/user/identify')).status).toBe(401)
    expect((await browser.post('/api/directory/confirm', { password: 'vergeten' })).body.errors).toEqual([
      { field: 'password', rule: 'wrong_password' },
    ])
    // The browser's cookie opens nothing elsewhere, and is required here.
    expect((await app.visitor().post('/api/directory/confirm', { password: PASSWORD })).body.code).toBe('confirm_expired')
    const confirmed = await browser.post('/api/directory/confirm', { password: PASSWORD })
    expect(confirmed.body).toEqual({ status: 'good', to: '/deelnemer/trainingen' })

    // This session leads neither into the other company nor to its data or sessions.
    const inOther = app.visitor()
    await inOther.post('/public/auth/login/', { email: 'femke@noordwind.example', password: PASSWORD, company: 'bouwmeester' })
    const me = await who(browser)
    expect(me.memberships).toHaveLength(1)
    const [elsewhere] = (await who(inOther)).memberships.filter(({ current }: { current: boolean }) => current)
    expect((await browser.post('/api/core/session/membership', { membership: elsewhere.id })).status).toBe(403)
    expect((await browser.post('/api/core/account/export')).status).toBe(403)
    expect(JSON.stringify((await browser.get('/api/core/account/sessions')).body)).not.toContain('Bouwmeester')
    expect((await browser.post('/api/core/account/sessions/end', { which: 'others' })).status).toBe(403)

    // A malicious provider of the other company claims to be them: nothing happens without their password.
    const theirs = await signInAs('beheerder@bouwmeester.example')
    await domains('bouwmeester', 'noordwind.example')
    await configure({ name: 'B' }, theirs)
    const hostile = await signIn(claims('femke', 'femke@noordwind.example'), app.visitor(), 'bouwmeester')
    expect(hostile.to).toBe('/aanmelden/bevestigen?company=bouwmeester')
    expect((await hostile.browser.get('/user/identify')).status).toBe(401)
    await system(() => db.from('core_memberships').where({ company_id: other, user_id: userId }).delete())
    await configure({ name: '' }, theirs)
  })

  it('belongs to one browser and one company, and works once', async () => {
    provider.person = claims('sanne', PERSON)
    const browser = app.visitor()
    const back = pathOf(await atProvider(browser))
    const stolen = await app.visitor().get(back)
    expect(reasonOf(stolen.headers.get('location'))).toBe('expired')
    // Somebody else had it: it is used up.
    expect(reasonOf((await browser.get(back)).headers.get('location'))).toBe('expired')

    const second = pathOf(await atProvider(browser))
    const secret = browser.cookies.get('directory_sign_in')!
    expect((await browser.get(second)).headers.get('location')).toBe('/deelnemer/trainingen')
    browser.cookies.set('directory_sign_in', secret)
    expect(reasonOf((await browser.get(second)).headers.get('location'))).toBe('expired')

    // A code of another sign-in with this one's state.
    const third = new URL(await atProvider(browser))
    const other = new URL(await atProvider(app.visitor()))
    third.searchParams.set('code', other.searchParams.get('code')!)
    expect(reasonOf((await browser.get(third.pathname + third.search)).headers.get('location'))).toBe('provider')
    for (const query of ['', '?state=x', `?state=${'a'.repeat(43)}&code=x`, '?state[]=1']) {
      expect(reasonOf((await browser.get(`/directory/callback${query}`)).headers.get('location'))).toBe('expired')
    }
    provider.person = null
    expect(reasonOf((await browser.get(pathOf(await atProvider(browser)))).headers.get('location'))).toBe('denied')
  })

  it('still asks for the second factor', async () => {
    await system(() => db.from('core_companies').where('login_id', 'noordwind').update({ second_factor: 'demanded' }))
    const { browser, to } = await signIn(claims('boss', SUPERVISOR))
    const [, token] = /^\/login\/noordwind#enrol=([\w-]{43})$/.exec(to!)!
    expect((await browser.get('/user/identify')).status).toBe(401)
    expect((await browser.post('/public/auth/second_factor/enrol', { token })).body.qr).toMatch(/^data:image/)
    await system(() => db.from('core_companies').where('login_id', 'noordwind').update({ second_factor: 'off' }))
    expect((await signIn(claims('boss', SUPERVISOR))).to).toBe('/dashboard')
  })

  it('sets up no second factor for a member of another company: it would apply there too', async () => {
    const { id: other } = await system(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    const [{ user_id: userId }] = (await memberships(SUPERVISOR)) as [{ user_id: number }]
    await system(() => db.table('core_memberships').insert({ company_id: other, user_id: userId, role: 'leerling' }))
    await system(() => db.from('core_companies').where('login_id', 'noordwind').update({ second_factor: 'demanded' }))
    expect(reasonOf((await signIn(claims('boss', SUPERVISOR))).to)).toBe('second_factor_needed')
    await system(() => db.from('core_memberships').where({ company_id: other, user_id: userId }).delete())
    await system(() => db.from('core_companies').where('login_id', 'noordwind').update({ second_factor: 'off' }))
  })

  it('gives one subject one person, also for concurrent sign-ins with two addresses', async () => {
    const { memberOf } = await import('../server/services/link.js')
    const as = (email: string) =>
      app.inCompany('noordwind', () =>
        memberOf({ issuer: provider.issuer, subject: 'twee', person: { email, firstname: 'A', lastname: 'B', language: 'nl' } }, true),
      )
    const ended = await Promise.allSettled([1, 2, 3, 4].map((n) => as(`twee${n}@noordwind.example`)))
    const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect([...new Set(reasons)]).toEqual(reasons.length ? ['Error: linked_other'] : [])
    expect(await system(() => db.from('directory_links').where('subject', 'twee'))).toHaveLength(1)
  })

  it('can be the only way to sign in, except for supervisors', async () => {
    const rule = (value: string) =>
      system(() => db.from('core_companies').where('login_id', 'noordwind').update({ password_sign_in: value, updated_at: new Date() }))
    await rule('supervisors')
    const login = (email: string, password = PASSWORD) =>
      app.visitor().post('/public/auth/login/', { email, password, company: 'noordwind' })
    expect((await login(PERSON)).body.code).toBe('password_not_used')
    // Only a person with the right one is told.
    expect((await login(PERSON, 'vergeten')).body.code).toBe('wrong_password_or_email')
    expect((await login(SUPERVISOR)).status).toBe(200)
    const reset = await app.visitor().post('/public/auth/verify/email', { email: PERSON, company: 'noordwind' })
    expect([reset.status, reset.body.code]).toEqual([409, 'password_not_used'])
    expect((await who((await signIn(claims('sanne', PERSON))).browser)).email).toBe(PERSON)
    await rule('everybody')
    expect((await login(PERSON)).status).toBe(200)
  })

  it('ends the sign-in code of a worker who got an address, where it is the only way to sign in', async () => {
    const rule = (value: string) =>
      system(() => db.from('core_companies').where('login_id', 'noordwind').update({ password_sign_in: value, updated_at: new Date() }))
    const worker = { firstname: 'Piotr', lastname: 'Nowak', email: null, birthdate: null, language: 'nl', role: 'leerling' }
    const added = await supervisor.post('/api/people/participants', { ...worker, personnel_number: 'D-1', invite: true, company: null })
    const { id } = added.body.data
    const { code } = (await supervisor.post('/api/people/cards', { ids: [id], again: true })).body.data.cards[0]
    const email = 'piotr.nowak@noordwind.example'
    expect((await supervisor.put(`/api/people/participants/${id}/email`, { email })).status).toBe(200)
    const byCode = async () => {
      const browser = app.visitor()
      return { browser, ...(await browser.post('/api/people/sign_in', { company: 'noordwind', number: 'D-1', code })) }
    }
    // Where passwords are allowed too, the code works until the person chooses one.
    expect((await who((await signIn(claims('piotr', email))).browser)).email).toBe(email)
    expect((await byCode()).status).toBe(200)
    await rule('supervisors')
    const { browser: phone, status } = await byCode()
    expect(status).toBe(200)
    expect((await who((await signIn(claims('piotr', email))).browser)).email).toBe(email)
    expect((await byCode()).status).toBe(401)
    expect((await phone.get('/user/identify')).status).toBe(401)
    await app.settle()
    const mails = await system(() => db.from('core_mail_outbox').where({ to_email: email, trigger: 'core.mail.code_ended' }))
    expect(mails).toHaveLength(1)
    expect((await who((await signIn(claims('piotr', email))).browser)).email).toBe(email)
    await rule('everybody')
  })
})

describe('the settings of a provider', () => {
  it('never reveal the secret, store it encrypted, and send it nowhere else', async () => {
    const saved = await configure()
    expect(saved.body.data).toMatchObject({
      has_secret: true,
      domains: ['noordwind.example'],
      redirect_uri: `${app.url}/directory/callback`,
    })
    expect(JSON.stringify(saved.body)).not.toContain(provider.clientSecret)
    const rows = await system(() => db.from('directory_providers').select('*'))
    expect(JSON.stringify(rows)).not.toContain(provider.clientSecret)
    expect((await configure({ client_secret: '' })).status).toBe(200)
    for (const moved of [{ issuer: 'https://elsewhere.example' }, { client_id: 'another' }]) {
      const { status, body } = await configure({ ...moved, client_secret: '' })
      expect([status, body.errors]).toEqual([422, [{ field: 'client_secret', rule: 'required' }]])
    }
  })

  it('refuse addresses in internal networks and invalid providers', async () => {
    for (const issuer of [
      'https://10.0.0.5',
      'https://169.254.169.254/latest',
      'https://[::1]:4000',
      'https://[::ffff:10.0.0.5]',
      'https://localhost',
      'http://login.noordwind.example',
      `${app.url.replace('127.0.0.1', '127.0.0.2')}`,
      app.url,
    ]) {
      const { status, body } = await configure({ issuer })
      expect([status, body.errors], issuer).toEqual([422, [{ field: 'issuer', rule: 'provider_unreachable' }]])
    }
    for (const issuer of ['ftp://x.example', 'https://a@b.example', 'javascript:alert(1)', 'x']) {
      expect((await configure({ issuer })).status, issuer).toBe(422)
    }
  })

  it('treat a response without a status as a failed request', async () => {
    const { createServer } = await import('node:http')
    const hostile = createServer((_request, response) => response.writeHead(999, { 'x-y': 'z' }).end('{}'))
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
    const { port } = hostile.address() as { port: number }
    const { status, body } = await configure({ issuer: `http://127.0.0.1:${port}` })
    expect([status, body.errors]).toEqual([422, [{ field: 'issuer', rule: 'provider_unreachable' }]])
    hostile.close()
  })

  it('need domains set by an admin, and belong to the company only', async () => {
    await domains('noordwind', '')
    expect((await configure()).body.code).toBe('domains_missing')
    expect((await signIn(claims('sanne', PERSON)).catch(() => null))?.to ?? null).toBeNull()
    await domains('noordwind', 'noordwind.example')
    const person = await signInAs(PERSON)
    expect((await person.get('/api/directory/companies/0/provider')).status).toBe(403)
  })
})

describe('the claims of a provider', () => {
  it('are read strictly', () => {
    const read = (more: object) =>
      claimsOf({ iss: 'https://a.example', ...claims('1', 'a@a.example'), ...more }, { domains: ['a.example'] })
    expect(read({}).person).toEqual({ email: 'a@a.example', firstname: 'Femke', lastname: 'de Wit', language: 'nl' })
    expect(read({ email_verified: undefined, xms_edov: true }).person.email).toBe('a@a.example')
    for (const sub of ['', 'a\0b', 'x'.repeat(256)]) expect(() => read({ sub })).toThrow('provider')
    expect(() => read({ email: 'a\0b@a.example' })).toThrow('no_email')
    expect(() => read({ email: ['a@a.example'] })).toThrow('no_email')
    expect(namesOf({ given: 'a\u0000b', family: null, full: undefined, email: 'sanne.de.vries@a.example' })).toEqual({
      firstname: 'Sanne',
      lastname: 'De Vries',
    })
  })
})

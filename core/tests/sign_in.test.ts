import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

describe('signing in', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })

  it('tells the page which login it belongs to', async () => {
    const { status, body } = await app.visitor().get('/public/register/login_identity/noordwind')
    expect(status).toBe(200)
    expect(body.company.company_name).toBe('Noordwind')
    expect(body.company.company_logo).toMatch(/^\/images\/[0-9a-f]{32}\.svg$/)
    expect((await app.visitor().get('/public/register/login_identity/nobody')).status).toBe(404)
  })

  it('checks the e-mail address first, then the password, and answers as section 7 says', async () => {
    const client = app.visitor()
    expect((await client.post('/public/register/email', { email: 'leerling@noordwind.example' })).body).toEqual({
      status: 'good',
      is_memberstack: false,
      email_exists: true,
      active_account: true,
    })
    expect((await client.post('/public/register/email', { email: 'nobody@noordwind.example' })).body).toMatchObject({ email_exists: false })
    const begun = Date.now()
    const { status, body } = await client.post('/public/auth/login/', { email: 'Leerling@Noordwind.example', password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'good', role: 'leerling' })
    const ends = new Date(body.expires_at).getTime()
    expect(ends).toBeGreaterThanOrEqual(begun + 43_200_000)
    expect(ends).toBeLessThanOrEqual(Date.now() + 43_200_000)
    expect((await client.get('/user/identify')).body).toMatchObject({
      firstname: 'Sanne',
      company_name: 'Noordwind',
      user_role: 'leerling',
    })
    expect((await client.get('/user/show/0')).body.user).toEqual({
      firstname: 'Sanne',
      lastname: 'Vries',
      lang: 'nl',
      email: 'leerling@noordwind.example',
    })
  })

  it('answers a wrong password and an unknown address alike', async () => {
    for (const email of ['leerling@noordwind.example', 'nobody@noordwind.example']) {
      const { status, body } = await app.visitor().post('/public/auth/login/', { email, password: 'wrong' })
      expect(status).toBe(401)
      expect(body).toEqual({ status: 'error', code: 'wrong_password_or_email' })
    }
  })

  it('compares one password, whatever the address', async () => {
    const { default: hash } = await import('@adonisjs/core/services/hash')
    const compare = vi.spyOn(hash, 'verify')
    // A member, a stranger, a person without a password yet, and a member of another company.
    const asked = ['tom.verhoeven@noordwind.example', 'nobody@noordwind.example', 'nieuw@noordwind.example', 'leerling@bouwmeester.example']
    for (const email of asked) {
      compare.mockClear()
      const { status } = await app.visitor().post('/public/auth/login', { email, password: 'wrong', company: 'noordwind' })
      expect([email, status, compare.mock.calls.length]).toEqual([email, 401, 1])
      // With the same cost, so that it takes the same time.
      expect(compare.mock.calls[0]![0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    }
    compare.mockRestore()
  })

  it('does not let a person sign in on the page of a company that is not theirs', async () => {
    const { status } = await app
      .visitor()
      .post('/public/auth/login/', { email: 'leerling@bouwmeester.example', password: PASSWORD, company: 'noordwind' })
    expect(status).toBe(401)
  })

  it('locks an address after too many failures and tells for how long', async () => {
    const email = 'daan.bakker@noordwind.example'
    let last
    for (let i = 0; i < 10; i++) last = await app.visitor().post('/public/auth/login/', { email, password: 'wrong' })
    expect(last!.status).toBe(429)
    expect(last!.body.code).toBe('too_many_attempts')
    expect(last!.body.retry_after).toBeGreaterThan(500)
    expect((await app.visitor().post('/public/auth/login/', { email, password: PASSWORD })).status).toBe(429)
  })

  it('counts concurrent attempts', async () => {
    const email = 'sjoerd.hoekstra@bouwmeester.example'
    const clients = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const client = app.visitor()
        await client.csrfToken()
        return client
      }),
    )
    const answers = await Promise.all(clients.map((client) => client.post('/public/auth/login/', { email, password: 'wrong' })))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(8)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(22)
  })

  it('returns the points after a success, also for many concurrent ones: a whole site signs in from one address', async () => {
    const points = () =>
      app.asSystem(async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        return Number((await db.from('core_rate_limits').where('key', 'like', 'sign_in_%').sum('points as n').first()).n)
      })
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = app.visitor()
        await client.csrfToken()
        return client
      }),
    )
    const before = await points()
    const email = 'iris.postma@noordwind.example'
    const answers = await Promise.all(clients.map((client) => client.post('/public/auth/login/', { email, password: PASSWORD })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await points()).toBe(before)
  })

  it('keeps failures when somebody with a similar address signs in', async () => {
    const email = 'tom.smit@noordwind.example'
    const alike = 'ｔom.smit@noordwind.example'
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const [user] = (
        await db.rawQuery(
          `insert into core_users (email, firstname, lastname, password) select ?, 'Iemand', 'Anders', password from core_users
          where email = 'iris.postma@noordwind.example' returning id`,
          [alike],
        )
      ).rows
      await db.rawQuery(
        `insert into core_memberships (company_id, user_id, role) select id, ?, 'leerling' from core_companies where login_id = 'noordwind'`,
        [user.id],
      )
    })
    const tries = async (address: string, password: string) =>
      (await app.visitor().post('/public/auth/login/', { email: address, password, company: 'noordwind' })).status
    const seen: number[] = []
    for (let i = 0; i < 10; i++) {
      seen.push(await tries(email, 'wrong'))
      expect(await tries(alike, PASSWORD)).toBe(200)
    }
    expect(seen).toEqual([...Array<number>(8).fill(401), 429, 429])
  })

  it('does not reveal on a company’s page who the admins are', async () => {
    const onCompany = await app.visitor().post('/public/register/email', { email: 'admin@platform.example', company: 'noordwind' })
    expect(onCompany.body).toMatchObject({ email_exists: false, active_account: false })
    // Nor by the response to the right password.
    const there = await app
      .visitor()
      .post('/public/auth/login', { email: 'admin@platform.example', password: PASSWORD, company: 'noordwind' })
    expect([there.status, there.body.code]).toEqual([401, 'wrong_password_or_email'])
  })

  it('tells an admin without a company who they are, on the page too', async () => {
    const admin = await signInAs('admin@platform.example')
    const told = await admin.get('/user/identify')
    expect([told.status, told.body]).toMatchObject([200, { email: 'admin@platform.example', memberships: [] }])
    const page = await admin.get('/admin/bedrijven', { accept: 'text/html' })
    expect(page.status).toBe(200)
    expect(page.body).toContain('admin@platform.example')
  })

  it('ends a session at once, and refuses a forged or missing one', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const token = client.cookies.get('session')!
    expect((await client.get('/public/auth/logout/')).body.status).toBe('good')
    const thief = app.visitor()
    for (const value of [token, 'forged', 'x'.repeat(5000), '%E0%A4%A']) {
      thief.cookies.set('session', value)
      expect((await thief.get('/user/identify')).status).toBe(401)
    }
    expect((await app.visitor().get('/user/identify')).body).toEqual({ status: 'error', code: 'not_signed_in' })
  })

  it('refuses unsafe requests that do not come from our page', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const { status, body } = await client.post('/api/core/session/language', { lang: 'en' }, { 'x-csrf-token': 'guessed' })
    expect(status).toBe(403)
    expect(body.code).toBe('csrf_failed')
  })

  it('answers a malformed body with a 4xx and a code', async () => {
    const client = app.visitor()
    for (const body of ['{"email":', '[]', 'null', '"text"']) {
      const response = await client.post('/public/auth/login/', body)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(response.body.code).toMatch(/^[a-z_]+$/)
    }
    const { body } = await client.post('/public/auth/login/', { email: 'no address' })
    expect(body.code).toBe('validation_failed')
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(['email', 'password'])
  })

  it('refuses forms with files where none is expected, and bodies of another type than declared', async () => {
    const client = app.visitor()
    const csrf = { 'x-csrf-token': await client.csrfToken(), cookie: client.cookieHeader() }
    const send = (headers: Record<string, string>, body: string) =>
      fetch(`${app.url}/public/register/email`, { method: 'POST', headers: { ...csrf, ...headers }, body })
    const form = '--X\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nh\r\n--X--\r\n'
    expect((await send({ 'content-type': 'multipart/form-data; boundary=X' }, form)).status).toBe(415)
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const { status } = await send({ 'content-type': 'application/json', 'content-encoding': encoding }, '{"email":"a@b.nl"}')
      expect([400, 415]).toContain(status)
    }
    expect((await send({ 'content-type': 'application/json' }, '{"email":"\\ud800@b.nl"}')).status).toBe(400)
    expect((await app.visitor().get('/health/live')).status).toBe(200)
  })

  it('is not undone by a link on another site', async () => {
    const client = await signInAs('leerling@noordwind.example')
    for (const from of ['cross-site', 'same-site', 'something new']) {
      expect((await client.get('/public/auth/logout/', { 'sec-fetch-site': from })).status).toBe(403)
    }
    expect((await client.get('/user/identify')).status).toBe(200)
    expect((await client.get('/public/auth/logout/', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await client.get('/user/identify')).status).toBe(401)
  })

  it('switches to another company of the same person and to no other', async () => {
    const client = await signInAs('ilse.wouters@bouwmeester.example')
    const { body } = await client.get('/user/identify')
    expect(body.company_name).toBe('Bouwmeester')
    const other = body.memberships.find((membership: { current: boolean }) => !membership.current)
    expect((await client.post('/api/core/session/membership', { membership: other.id })).status).toBe(200)
    expect((await client.get('/user/identify')).body.company_name).toBe('Noordwind')
    expect((await client.post('/api/core/session/membership', { membership: 1 })).status).toBe(404)
  })

  it('keeps the session’s end through a switch, and starts 12 hours with a new sign-in', async () => {
    const client = await signInAs('ilse.wouters@bouwmeester.example')
    const hash = () => createHash('sha256').update(client.cookies.get('session')!).digest()
    const end = new Date(Date.now() + 10 * 60_000)
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      expect(await db.from('core_sessions').where('token_hash', hash()).update({ expires_at: end })).toBe(1)
    })
    const { memberships } = (await client.get('/user/identify')).body
    const own = memberships.find(({ current }: { current: boolean }) => current)
    const other = memberships.find(({ current }: { current: boolean }) => !current)
    for (const membership of [own.id, other.id]) {
      const switched = await client.post('/api/core/session/membership', { membership })
      expect(switched.body).toMatchObject({ status: 'good', expires_at: end.toISOString() })
      expect(Number(/session=[^;]+; Max-Age=(\d+)/.exec(switched.headers.get('set-cookie')!)![1])).toBeLessThanOrEqual(600)
      expect((await client.get('/user/identify')).body.session_expires_at).toBe(end.toISOString())
    }
    // The warning before the session ends offers to sign in again on the page.
    const before = client.cookies.get('session')!
    const again = await client.post('/public/auth/login/', { email: 'ilse.wouters@bouwmeester.example', password: PASSWORD })
    expect(new Date(again.body.expires_at).getTime() - Date.now()).toBeGreaterThan(43_100_000)
    const old = app.visitor()
    old.cookies.set('session', before)
    expect((await old.get('/user/identify')).status).toBe(401)
  })

  it('creates one session for any number of concurrent switches', async () => {
    const client = await signInAs('ilse.wouters@bouwmeester.example')
    const { memberships } = (await client.get('/user/identify')).body
    // Otherwise each call would first fetch its own token.
    await client.post('/api/core/session/language', { lang: 'nl' })
    const headers = { cookie: client.cookieHeader(), 'x-csrf-token': await client.csrfToken(), 'content-type': 'application/json' }
    const live = () =>
      app.asSystem(async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        const users = db.from('core_users').where('email', 'ilse.wouters@bouwmeester.example').select('id')
        return (await db.from('core_sessions').where('user_id', 'in', users)).length
      })
    const before = await live()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fetch(`${app.url}/api/core/session/membership`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ membership: memberships[index % memberships.length].id }),
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // Refused because another request was first: during it or after it.
    expect(statuses.every((status) => [200, 401, 409].includes(status))).toBe(true)
    expect(await live()).toBe(before)
  })

  it('accepts a new token after signing in and out, and none of another session', async () => {
    const client = app.visitor()
    const tokenOf = async (of: TestClient) => (await of.get('/public/auth/csrf/')).body.csrf_token as string
    const say = (token: string) => client.post('/api/core/session/language', { lang: 'nl' }, { 'x-csrf-token': token })
    const asVisitor = await tokenOf(client)
    expect(await tokenOf(client), 'tabs share it').toBe(asVisitor)
    expect((await say(asVisitor)).status).toBe(200)
    await client.post('/public/auth/login/', { email: 'leerling@noordwind.example', password: PASSWORD })
    const signedIn = await tokenOf(client)
    expect(signedIn).not.toBe(asVisitor)
    expect((await say(asVisitor)).body.code).toBe('csrf_failed')
    expect((await say(signedIn)).status).toBe(200)
    // Another session in the same browser, with the same CSRF cookie.
    await client.post('/public/auth/login/', { email: 'leerling@noordwind.example', password: PASSWORD })
    expect((await say(signedIn)).body.code).toBe('csrf_failed')
    await client.get('/public/auth/logout/')
    expect((await say(signedIn)).body.code).toBe('csrf_failed')
    expect((await say(await tokenOf(client))).status).toBe(200)
  })
})

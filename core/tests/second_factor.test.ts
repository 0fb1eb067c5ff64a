import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { PASSWORD, type TestClient } from '#core/testing/client'

const PERSON = 'leerling@noordwind.example'
const SUPERVISOR = 'beheerder@noordwind.example'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})
const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
beforeEach(async () => {
  await system(async () => {
    await db.from('core_rate_limits').delete()
    await db.from('core_second_factors').delete()
    await db.from('core_recovery_codes').delete()
    await db.from('core_users').update({ second_factor_at: null })
  })
  await rule('allowed')
})

const rule = (value: 'off' | 'allowed' | 'demanded', company = 'noordwind') =>
  system(() => db.from('core_companies').where('login_id', company).update({ second_factor: value, updated_at: new Date() }))
const login = (email: string, client = app.visitor(), password = PASSWORD) =>
  client.post('/public/auth/login/', { email, password, company: 'noordwind' })
const second = (token: string, code: string, client = app.visitor()) => client.post('/public/auth/second_factor', { token, code })
/** The code in the person's app, `step` half minutes from now. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + step * 30_000 })
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

/** Enables it as the profile does, and marks the current code as unused, so that no test waits for the next one. */
async function enrol(client: TestClient): Promise<{ secret: string; recovery: string[] }> {
  const begun = await client.post('/api/core/account/second_factor', { current: PASSWORD })
  expect(begun.body.data.qr).toMatch(/^data:image\/svg\+xml;base64,/)
  const { secret, uri } = begun.body.data
  expect(uri).toMatch(/^otpauth:\/\/totp\//)
  const { body } = await client.post('/api/core/account/second_factor/confirm', { code: codeOf(secret) })
  expect(body.data.recovery_codes).toHaveLength(10)
  await system(() => db.from('core_second_factors').update({ last_step: 0 }))
  return { secret, recovery: body.data.recovery_codes }
}

describe('a second factor', () => {
  it('is off until a company offers it, and asks for the password', async () => {
    await rule('off')
    const client = await signInAs(PERSON)
    expect((await client.get('/api/core/account/second_factor')).body.data).toEqual({
      on: false,
      offered: false,
      demanded: false,
      codes_left: 0,
    })
    expect((await client.post('/api/core/account/second_factor', { current: PASSWORD })).status).toBe(403)
    await rule('allowed')
    expect((await client.post('/api/core/account/second_factor', { current: 'vergeten' })).body.errors).toEqual([
      { field: 'current', rule: 'wrong_password' },
    ])
  })

  it('is asked after the password; each code works once, and no session exists before', async () => {
    const [client, other] = [await signInAs(PERSON), await signInAs(PERSON)]
    const { secret } = await enrol(client)
    expect((await client.get('/user/identify')).status).toBe(200)
    expect((await other.get('/user/identify')).status).toBe(401)

    const browser = app.visitor()
    const { status, body } = await login(PERSON, browser)
    expect([status, body]).toEqual([200, { status: 'second_factor', step: 'code', token: expect.any(String) }])
    expect((await browser.get('/user/identify')).status).toBe(401)
    const code = codeOf(secret)
    expect((await second(body.token, wrong(code), browser)).body.errors).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    expect((await second(body.token, code, browser)).body).toMatchObject({
      status: 'good',
      role: 'leerling',
      expires_at: expect.any(String),
    })
    expect((await browser.get('/user/identify')).status).toBe(200)
    // The token is used up, and so is the code: also for somebody who saw it.
    expect((await second(body.token, codeOf(secret, 1))).body.code).toBe('second_step_expired')
    const again = (await login(PERSON)).body
    expect((await second(again.token, code)).body.errors).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    expect((await second(again.token, codeOf(secret, -1))).status).toBe(422)
    expect((await second(again.token, codeOf(secret, 1))).status).toBe(200)
  })

  it('with the same code in two concurrent windows opens one session', async () => {
    const { secret } = await enrol(await signInAs(PERSON))
    const [one, other] = [(await login(PERSON)).body.token, (await login(PERSON)).body.token]
    const code = codeOf(secret)
    const { length: sessions } = await system(() =>
      db.from('core_sessions as s').join('core_users as u', 'u.id', 's.user_id').where('u.email', PERSON),
    )
    const answers = await Promise.all([second(one, code), second(other, code)])
    // The other request finds the code used or, a moment later, its token ended with the first.
    const [opened, refused] = answers.map(({ status }) => status).sort() as [number, number]
    expect(opened).toBe(200)
    expect([401, 422]).toContain(refused)
    expect(
      await system(() => db.from('core_sessions as s').join('core_users as u', 'u.id', 's.user_id').where('u.email', PERSON)),
    ).toHaveLength(sessions + 1)
  })

  it('allows five guesses and then blocks for ten minutes, also for concurrent requests and repeated sign-ins', async () => {
    const { secret } = await enrol(await signInAs(PERSON))
    const tokens = [(await login(PERSON)).body.token, (await login(PERSON)).body.token]
    const guess = wrong(codeOf(secret))
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => second(tokens[index % 2], guess)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    const { status, body } = await second(tokens[0], codeOf(secret))
    expect([status, body.status, body.code]).toEqual([429, 'blocked', 'no_attempts_left'])
    expect(body.retry_after).toBeGreaterThan(500)
  })

  it('can be a recovery code, once each; new codes replace them', async () => {
    const client = await signInAs(PERSON)
    const { secret, recovery } = await enrol(client)
    const stored = await system(() => db.from('core_recovery_codes').select('*'))
    expect(JSON.stringify(stored)).not.toContain(recovery[0])
    const use = async (code: string) => (await second((await login(PERSON)).body.token, code)).status
    expect(await use(recovery[0]!.toLowerCase().replace('-', ' '))).toBe(200)
    expect(await use(recovery[0]!)).toBe(422)
    expect((await client.get('/api/core/account/second_factor')).body.data).toMatchObject({ on: true, codes_left: 9 })
    const renewed = await client.post('/api/core/account/second_factor/codes', { code: codeOf(secret) })
    expect(renewed.body.data.recovery_codes).toHaveLength(10)
    expect(await use(recovery[1]!)).toBe(422)
    expect(await use(renewed.body.data.recovery_codes[0])).toBe(200)
  })

  it('is asked after a password reset by mail too, and a token from before a password change opens nothing', async () => {
    const client = await signInAs(PERSON)
    const { secret } = await enrol(client)
    const { token } = (await login(PERSON)).body
    await app.visitor().post('/public/auth/verify/email', { email: PERSON, company: 'noordwind' })
    await app.settle()
    const { unseal } = await import('#core/mail/secrets')
    const mail = await system(() =>
      db.from('core_mail_outbox').where({ to_email: PERSON, trigger: 'core.mail.reset_code' }).orderBy('id', 'desc').firstOrFail(),
    )
    const code = /\b(\d{6})\b/.exec(unseal(mail.sealed).text)![1]!
    const browser = app.visitor()
    const password = 'Nieuw-wachtwoord-26'
    const reset = await browser.post('/public/auth/reset/password', { email: PERSON, code, password, company: 'noordwind' })
    expect(reset.body).toMatchObject({ status: 'second_factor', step: 'code' })
    expect((await browser.get('/user/identify')).status).toBe(401)
    expect((await client.get('/user/identify')).status).toBe(401)
    expect((await second(token, codeOf(secret))).body.code).toBe('second_step_expired')
    expect((await second(reset.body.token, codeOf(secret), browser)).status).toBe(200)
    const back = { current: password, password: PASSWORD }
    expect((await browser.post('/api/core/account/password', back)).status).toBe(200)
  })

  it('that a company requires is set up during sign-in and cannot be switched off', async () => {
    await rule('demanded')
    expect((await login(PERSON)).body.status).toBe('good')
    const browser = app.visitor()
    const { body } = await login(SUPERVISOR, browser)
    expect(body).toMatchObject({ status: 'second_factor', step: 'enrol' })
    expect((await second(body.token, '123456')).body.code).toBe('second_step_expired')
    const begun = await browser.post('/public/auth/second_factor/enrol', { token: body.token })
    expect((await browser.get('/user/identify')).status).toBe(401)
    const confirm = (code: string) => browser.post('/public/auth/second_factor/confirm', { token: body.token, code })
    const code = codeOf(begun.body.secret)
    expect((await confirm(wrong(code))).body.errors).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    const done = await confirm(code)
    expect(done.body).toMatchObject({ status: 'good', role: 'beheerder' })
    expect(done.body.recovery_codes).toHaveLength(10)
    expect((await browser.get('/user/identify')).status).toBe(200)
    expect((await browser.get('/api/core/account/second_factor')).body.data).toMatchObject({ on: true, demanded: true })
    expect((await browser.post('/api/core/account/second_factor/remove', { current: PASSWORD })).body.code).toBe('second_factor_demanded')
    expect((await login(SUPERVISOR)).body.step).toBe('code')
  })

  it('cannot be bypassed by switching to another company that requires it', async () => {
    const { userId } = await system(async () => {
      const { id } = await db.from('core_users').where('email', PERSON).firstOrFail()
      const { id: companyId } = await db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail()
      await db.table('core_memberships').insert({ company_id: companyId, user_id: id, role: 'beheerder' })
      return { userId: id as number }
    })
    await rule('demanded', 'bouwmeester')
    const client = await signInAs(PERSON)
    const { memberships } = (await client.get('/user/identify')).body
    const other = memberships.find(({ current }: { current: boolean }) => !current)
    const go = () => client.post('/api/core/session/membership', { membership: other.id })
    expect(await go()).toMatchObject({ status: 409, body: { code: 'second_factor_needed' } })
    await enrol(client)
    // A link did not ask for it: it leads only into the company that issued it.
    const { entryLink } = await import('#core/accounts/entry_link')
    const mine = memberships.find(({ current }: { current: boolean }) => current)
    const byLink = app.visitor()
    await byLink.get(await system(() => entryLink({ userId, membershipId: mine.id, to: '/profiel', framedBy: null })))
    expect((await byLink.get('/user/identify')).body.email).toBe(PERSON)
    expect(await byLink.post('/api/core/session/membership', { membership: other.id })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_needed' },
    })
    // A supervisor may not remove what protects another company.
    const supervisor = await signInAs(SUPERVISOR)
    expect(await supervisor.delete(`/api/people/participants/${mine.id}/second_factor`)).toMatchObject({
      status: 409,
      body: { code: 'second_factor_elsewhere' },
    })
    expect((await client.get('/api/core/account/second_factor')).body.data.on).toBe(true)
    expect((await go()).status).toBe(200)
    await rule('off', 'bouwmeester')
    await system(() => db.from('core_memberships').where({ user_id: userId, role: 'beheerder' }).delete())
  })

  it('cannot be bypassed by a link in a mail', async () => {
    const client = await signInAs(PERSON)
    await enrol(client)
    const { id: membershipId, user_id: userId } = await system(() =>
      db
        .from('core_memberships as m')
        .join('core_users as u', 'u.id', 'm.user_id')
        .where('u.email', PERSON)
        .select('m.id', 'm.user_id')
        .firstOrFail(),
    )
    const { issueToken } = await import('#core/accounts/tokens')
    const { INVITATION } = await import('#core/accounts/invitation')
    const { token } = await system(() => issueToken(INVITATION, { userId, membershipId }))
    const browser = app.visitor()
    const accepted = await browser.post('/invite/update', {
      code: token,
      firstname: 'Sanne',
      lastname: 'de Vries',
      language: 'nl',
      agreed: true,
    })
    expect(accepted).toMatchObject({ status: 409, body: { code: 'second_factor_needed' } })
    expect((await browser.get('/user/identify')).status).toBe(401)
  })

  it('is removed by its person, or for them by a supervisor: logged and reported', async () => {
    const client = await signInAs(PERSON)
    await enrol(client)
    expect((await client.post('/api/core/account/second_factor/remove', { current: 'vergeten' })).status).toBe(422)
    expect((await client.post('/api/core/account/second_factor/remove', { current: PASSWORD })).status).toBe(200)
    expect((await login(PERSON)).body.status).toBe('good')

    await enrol(client)
    const supervisor = await signInAs(SUPERVISOR)
    const { data: list } = (await supervisor.get(`/api/people/participants?search=${PERSON}`)).body
    const path = `/api/people/participants/${list[0].id}`
    expect((await supervisor.get(`${path}/profile`)).body.data.second_factor).toBe(true)
    expect((await supervisor.delete(`${path}/second_factor`)).status).toBe(200)
    expect((await login(PERSON)).body.status).toBe('good')
    const [noted] = await system(() => db.from('core_audit_log').where('action', 'second_factor.reset'))
    expect(noted.details).toEqual({ membershipId: list[0].id })
    await app.settle()
    const told = await system(() => db.from('core_mail_outbox').where({ to_email: PERSON, trigger: 'core.mail.second_factor_off' }))
    expect(told).toHaveLength(2)
  })

  it('adds no statement to the sign-in of people without one', async () => {
    const count = () => app.countQueries(() => login(PERSON))
    await rule('off')
    await login(PERSON)
    const off = await count()
    await rule('demanded')
    expect(await count()).toBe(off)
  })
})

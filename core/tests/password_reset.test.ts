import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { PASSWORD } from '#core/testing/client'

const EMAIL = 'leerling@noordwind.example'
const NEW = 'Nieuw-wachtwoord-26'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let unseal: typeof import('#core/mail/secrets').unseal

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ unseal } = await import('#core/mail/secrets'))
})

const system = <T>(work: () => Promise<T>) => app.asSystem(work)
const request = (email = EMAIL, company: string | null = 'noordwind') => app.visitor().post('/public/auth/verify/email', { email, company })
const check = (code: string, email = EMAIL) => app.visitor().post('/public/auth/email/verify/code', { email, code, company: 'noordwind' })
const reset = (code: string, password = NEW, email = EMAIL, company: string | null = 'noordwind') =>
  app.visitor().post('/public/auth/reset/password', { email, code, password, company })
const signIn = (password: string, email = EMAIL) => app.visitor().post('/public/auth/login/', { email, password, company: 'noordwind' })

const mailsTo = (email: string, trigger: string) =>
  system(async () => {
    await app.settle()
    return db.from('core_mail_outbox').where({ to_email: email, trigger }).orderBy('id')
  })
/** The code of the last mail, as its recipient reads it. */
async function lastCode(email = EMAIL): Promise<string> {
  const mail = (await mailsTo(email, 'core.mail.reset_code')).at(-1)!
  expect(mail.text ?? '').not.toMatch(/\d{6}/)
  return /\b(\d{6})\b/.exec(unseal(mail.sealed).text)![1]!
}
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const forgetLimits = () => system(() => db.from('core_rate_limits').delete())

beforeEach(async () => {
  await forgetLimits()
  await system(() => db.from('core_tokens').where('purpose', 'password_reset').delete())
})

describe('a forgotten password', () => {
  it('is replaced with the mailed code, which signs in here and signs out everywhere else', async () => {
    const other = await signInAs(EMAIL)
    expect((await request()).body).toEqual({ status: 'good', message: 'code_sent' })
    const code = await lastCode()
    expect((await check(code)).body).toEqual({ status: 'good', message: 'code_correct' })
    expect((await other.get('/user/identify')).status).toBe(200)

    const { status, body } = await reset(code)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'good', role: 'leerling' })
    expect(new Date(body.expires_at).getTime() - Date.now()).toBeGreaterThan(43_000_000)
    expect((await other.get('/user/identify')).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn(NEW)).status).toBe(200)
    // Once, and the owner of the account is informed.
    expect((await reset(code)).body.code).toBe('code_expired')
    const told = await mailsTo(EMAIL, 'core.mail.password_changed')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ from_name: 'Noordwind Academie' })
    await forgetLimits()
    await request()
    await reset(await lastCode(), PASSWORD)
  })

  it('works for an admin without a company on the platform’s own page', async () => {
    const admin = 'mini@platform.example'
    expect((await request(admin, null)).body.message).toBe('code_sent')
    const { body } = await reset(await lastCode(admin), PASSWORD, admin, null)
    expect(body).toMatchObject({ status: 'good', role: 'mini_admin' })
    // On a company's page nobody learns that such an account exists.
    expect((await request(admin)).body.code).toBe('unknown_account')
  })

  it('works for an existing person who may sign in only', async () => {
    expect((await request('niemand@noordwind.example')).body).toMatchObject({ code: 'unknown_account', message: 'unknown_account' })
    expect((await request('nieuw@noordwind.example')).body.code).toBe('account_inactive')
    for (const email of ['geen-adres', `${'a'.repeat(300)}@x.nl`, 7, null])
      expect((await app.visitor().post('/public/auth/verify/email', { email })).status).toBe(422)
  })

  it('is mailed once for repeated requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => request()))
    expect(answers.map(({ body }) => body.message).sort()).toEqual(['code_sent', ...Array(5).fill('code_sent_before')])
  })

  it('needs a valid new password', async () => {
    await request()
    const code = await lastCode()
    expect((await reset(code, 'kort')).body.errors).toEqual([{ field: 'password', rule: 'password_minimum' }])
    expect((await reset(code, EMAIL.toUpperCase())).body.errors).toEqual([{ field: 'password', rule: 'password_is_email' }])
    expect((await reset(code, 'x'.repeat(201))).status).toBe(422)
    // The code is still valid for the right address.
    expect((await check(code)).status).toBe(200)
  })
})

describe('a sign-in with the old password', () => {
  it('that is being checked while the new one is set opens nothing', async () => {
    const { createSession } = await import('#core/accounts/session_store')
    const user = await system(() => db.from('core_users').where('email', EMAIL).select('id', 'password').firstOrFail())
    const session = { userId: user.id as number, companyId: null, membershipId: null, userAgent: null }
    await expect(createSession({ ...session, passwordHash: 'the hash of the one before' })).rejects.toMatchObject({ status: 401 })
    const opened = await createSession({ ...session, passwordHash: user.password as string })
    await (await import('#core/accounts/session_store')).endSession(opened.token)
  })
})

describe('guessing the code', () => {
  it('ends after five wrong ones: for ten minutes only the password works', async () => {
    await request()
    const code = await lastCode()
    for (let i = 0; i < 4; i++) expect((await check(wrong(code))).body.errors).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    const { status, body } = await check(wrong(code))
    expect(status).toBe(429)
    expect(body).toMatchObject({ status: 'blocked', code: 'no_attempts_left' })
    expect(body.retry_after).toBeGreaterThan(590)
    expect(body.retry_after).toBeLessThanOrEqual(600)
    expect((await check(code)).body.status).toBe('blocked')
    expect((await reset(code)).body.status).toBe('blocked')
    await forgetLimits()
    expect((await request()).body.status).toBe('blocked')
    expect((await signIn(PASSWORD)).status).toBe(200)
    // After that it starts again.
    await system(() =>
      db
        .from('core_tokens')
        .where('purpose', 'password_reset')
        .update({ expires_at: new Date(0) }),
    )
    expect((await request()).body.message).toBe('code_sent')
  })

  it('is not restarted by a mail that was requested earlier and written after the last wrong guess', async () => {
    const { issueCode, lockedFor } = await import('#core/accounts/codes')
    const purpose = { name: 'password_reset', seconds: 900 }
    await request()
    const code = await lastCode()
    const { id: userId } = await system(() => db.from('core_users').where('email', EMAIL).firstOrFail())
    for (let i = 0; i < 5; i++) await check(wrong(code))
    // The work of the mail's job, however late it runs.
    const { code: late } = await issueCode(purpose, { userId, membershipId: null })
    expect((await check(late)).body.status).toBe('blocked')
    expect((await reset(late)).body.status).toBe('blocked')
    expect(await lockedFor(purpose, userId)).toBeGreaterThan(580)
  })

  it('gains nothing from concurrent requests or from using both calls', async () => {
    await request()
    const code = await lastCode()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? check(wrong(code)) : reset(wrong(code)))))
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThan(5)
    expect((await reset(code)).body.status).toBe('blocked')
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('fails for an unknown address as for a known one', async () => {
    expect((await check('123456', 'niemand@noordwind.example')).body.errors).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    expect((await reset('123456', NEW, 'niemand@noordwind.example')).body.errors).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    for (const code of ['12345', '1234567', 'abcdef', 123456]) expect((await check(code as string)).status).toBe(422)
  })

  it('does not use up a correct code that is only checked, and refuses an expired one', async () => {
    await request()
    const code = await lastCode()
    for (let i = 0; i < 8; i++) expect((await check(code)).status).toBe(200)
    await system(() =>
      db
        .from('core_tokens')
        .where('purpose', 'password_reset')
        .update({ expires_at: new Date(Date.now() - 1000) }),
    )
    expect((await reset(code)).body.code).toBe('code_expired')
  })
})

describe('a code that is typed before its mail is written', () => {
  it('is wrong, not expired, because it does not exist yet', async () => {
    const early = async () => (await check('123456')).body.errors
    expect(await early()).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    await request()
    const code = await lastCode()
    await system(() =>
      db
        .from('core_tokens')
        .where('purpose', 'password_reset')
        .update({ expires_at: new Date(0) }),
    )
    expect((await check(code)).body.code).toBe('code_expired')
    await forgetLimits()
    await request()
    expect(await early()).toEqual([{ field: 'code', rule: 'incorrect_code' }])
    expect((await check(await lastCode())).status).toBe(200)
  })
})

describe('an account from another system', () => {
  it('has no password yet and is asked to set one', async () => {
    const email = 'daan.bakker@noordwind.example'
    await system(async () => {
      await db
        .from('core_memberships')
        .whereIn('user_id', db.from('core_users').where('email', email).select('id'))
        .update({ status: 'active' })
      await db.from('core_users').where('email', email).update({ password: null })
    })
    const { body } = await app.visitor().post('/public/register/email', { email, company: 'noordwind' })
    expect(body).toEqual({ status: 'good', is_memberstack: true, email_exists: true, active_account: true })
    expect((await signIn(PASSWORD, email)).status).toBe(401)
    await request(email)
    expect((await reset(await lastCode(email), PASSWORD, email)).body.status).toBe('good')
    expect((await app.visitor().post('/public/register/email', { email, company: 'noordwind' })).body.is_memberstack).toBe(false)
  })
})

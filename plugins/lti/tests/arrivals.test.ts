import { randomUUID } from 'node:crypto'
import { SignJWT, generateKeyPair } from 'jose'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Arrival, ArrivalRefused, type LaunchIntegration } from '#core/contract/launches'
import { PASSWORD, type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

const COURSE = 'tillen-en-dragen'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
/** A system of Noordwind, and one of another company. */
let intranet: Source
let theirs: Source

interface Source {
  id: number
  company: number
  issuer: string
  secret: string
}

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const now = () => Math.floor(Date.now() / 1000)

async function addSource(loginId: string, name: string): Promise<Source> {
  const { source, secret } = await app.inCompany(loginId, async () => (await import('../server/services/sources.js')).addSource(name))
  const { id: company } = await system(() => db.from('core_companies').where('login_id', loginId).firstOrFail())
  return { id: source.id, issuer: source.issuer, secret, company }
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  intranet = await addSource('noordwind', 'Intranet van de test')
  theirs = await addSource('bouwmeester', 'Rooster van de test')
})
beforeEach(() => system(() => db.from('core_rate_limits').delete()))

const claimsOf = (more: Record<string, unknown> = {}, source = intranet) => ({
  iss: source.issuer,
  aud: app.url,
  iat: now(),
  exp: now() + 300,
  jti: randomUUID(),
  sub: 'p-1',
  given_name: 'Ine',
  family_name: 'Net',
  course: COURSE,
  ...more,
})
const sign = (more: Record<string, unknown> = {}, { secret = intranet.secret, source = intranet, alg = 'HS256' } = {}) => {
  const claims = Object.fromEntries(Object.entries(claimsOf(more, source)).filter(([, value]) => value !== undefined))
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(Buffer.from(secret))
}
const arrive = (client: TestClient, token: string, { integration = 'signed-link', payload = COURSE } = {}) =>
  client.post('/api/lti/arrivals', { token, integration, payload })
const sealedOf = (path: string) => path.split('#')[1] ?? ''
const said = (sealed: string, more: object = {}) => ({
  ...{ sealed, firstname: 'Ine', lastname: 'Net', language: 'nl', agreed: true },
  ...more,
})
const register = (client: TestClient, path: string, more: object = {}) =>
  client.post('/api/lti/arrivals/register', said(sealedOf(path), more))
/** Opens a link and enters the person's details when asked. */
async function comeIn(sub: string, more: Record<string, unknown> = {}) {
  const client = app.visitor()
  const begun = await arrive(client, await sign({ sub, ...more }))
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  if (!begun.body.path.startsWith('/launch/')) return { client, path: begun.body.path as string }
  const done = await register(client, begun.body.path)
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return { client, path: done.body.path as string }
}
const known = (subject: string) =>
  system(() =>
    db
      .from('lti_arrivals as a')
      .join('core_memberships as m', 'm.id', 'a.membership_id')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('a.subject', subject)
      .select('m.*', 'u.email', 'u.firstname', 'u.lastname', 'u.language', 'a.integration', 'a.source'),
  ) as Promise<Record<string, unknown>[]>
const lastLaunch = () => system(() => db.from('lti_launches').orderBy('id', 'desc').first()) as Promise<Record<string, unknown>>

describe('a signed link', () => {
  it('of a new person asks for their details, creates the account, gives the course and opens it', async () => {
    const client = app.visitor()
    const page = await client.get(`/launch/${await sign({ sub: 'looked-at' })}/signed-link/${COURSE}?mode=lti`)
    expect(page.status).toBe(200)
    const begun = await arrive(client, await sign({ sub: 'new-1', email: 'Ine.Net@Intranet.example' }))
    expect(begun.body.path).toMatch(/^\/launch\/aanmelden\/signed-link\/wie\?company=noordwind#/)
    expect((await client.get('/user/identify')).status).toBe(401)
    const asked = await client.post('/api/lti/arrivals/asked', { sealed: sealedOf(begun.body.path) })
    expect(asked.body.data).toMatchObject({
      company: { login_id: 'noordwind' },
      source: 'Intranet van de test',
      course: expect.stringContaining('tillen'),
      person: { firstname: 'Ine', lastname: 'Net', email: 'ine.net@intranet.example' },
    })
    const refused = await register(client, begun.body.path, { firstname: '', agreed: false })
    expect(refused.status).toBe(422)
    expect(refused.body.errors ?? refused.body.details?.errors ?? refused.body).toBeTruthy()
    expect(await known('new-1')).toHaveLength(0)
    const done = await register(client, begun.body.path, { lastname: 'van der Net', language: 'en' })
    expect(done.body.path).toMatch(/^\/deelnemer\/training\/\d+$/)
    expect((await client.get('/user/identify')).body).toMatchObject({ firstname: 'Ine', lastname: 'van der Net', lang: 'en' })
    const [member] = await known('new-1')
    expect(member).toMatchObject({
      registration_type: 'launch',
      role: 'leerling',
      email: 'ine.net@intranet.example',
      company_id: intranet.company,
      conditions_accepted_at: expect.any(Date),
    })
    expect(await lastLaunch()).toMatchObject({ outcome: 'opened', source: 'Intranet van de test', message: 'signed-link' })
    // A ticket works once.
    const again = await register(app.visitor(), begun.body.path)
    expect(again.body.path).toBe('/lti/probleem?reason=replay&company=noordwind')
  })

  it('of a known person opens at once, also without a course, and each system has its own people', async () => {
    const first = await comeIn('back-1')
    const second = await comeIn('back-1')
    expect(second.path).toBe(first.path)
    expect(await known('back-1')).toHaveLength(1)
    const client = app.visitor()
    const home = await arrive(client, await sign({ sub: 'back-1', course: undefined }), { payload: '' })
    expect(home.body.path).toBe('/deelnemer/trainingen')
    // The same subject of the other system is another person.
    const other = app.visitor()
    const begun = await arrive(other, await sign({ sub: 'back-1', course: undefined }, { source: theirs, secret: theirs.secret }), {
      payload: '',
    })
    expect(begun.body.path).toContain('company=bouwmeester')
    await register(other, begun.body.path)
    expect(new Set((await known('back-1')).map(({ company_id: id }) => id)).size).toBe(2)
  })

  it('asks the questions of the company and stores the answers with the account', async () => {
    const [field] = (await system(() =>
      db
        .table('core_registration_fields')
        .insert({
          company_id: intranet.company,
          label: JSON.stringify({ nl: 'Afdeling' }),
          kind: 'text',
          options: [],
          required: true,
          position: 0,
        })
        .returning('id'),
    )) as { id: number }[]
    try {
      const client = app.visitor()
      const begun = await arrive(client, await sign({ sub: 'asked-1' }))
      expect((await register(client, begun.body.path)).status).toBe(422)
      const metadata = JSON.stringify({ extra: { [field!.id]: 'Kade' } })
      expect((await register(client, begun.body.path, { metadata })).status).toBe(200)
      expect((await known('asked-1'))[0]).toMatchObject({ extra_info: { [field!.id]: 'Kade' } })
    } finally {
      await system(() => db.from('core_registration_fields').where('id', field!.id).delete())
    }
  })

  it('lets nobody in whom the company deactivated, and gives them nothing', async () => {
    await comeIn('shut-out')
    const [{ id }] = (await known('shut-out')) as [{ id: number }]
    await system(() => db.from('core_memberships').where('id', id).update({ status: 'inactive' }))
    await system(() => db.from('learning_participations').where('membership_id', id).delete())
    const client = app.visitor()
    const { body } = await arrive(client, await sign({ sub: 'shut-out' }))
    expect(body.path).toBe('/lti/probleem?reason=account_inactive&company=noordwind')
    expect((await client.get('/user/identify')).status).toBe(401)
    expect(await system(() => db.from('learning_participations').where('membership_id', id))).toEqual([])
  })

  it('shows the name from the system on the linking page, not a typed one', async () => {
    const client = app.visitor()
    const begun = await arrive(client, await sign({ sub: 'typed', email: 'leerling@noordwind.example' }))
    const { path } = (await register(client, begun.body.path, { firstname: 'De beheerder', lastname: 'vraagt je wachtwoord' })).body
    expect((await client.post('/api/lti/linking', { sealed: sealedOf(path) })).body.data).toMatchObject({ name: 'Ine Net' })
  })

  it('is not used up by a program that only fetches its address', async () => {
    const token = await sign({ sub: 'scanned' })
    for (let i = 0; i < 3; i++) expect((await app.visitor().get(`/launch/${token}/signed-link/${COURSE}`)).status).toBe(200)
    expect((await arrive(app.visitor(), token)).body.path).toContain('/launch/aanmelden/')
  })

  it('reveals no account: the person at a known address proves it is theirs and gets a mail about how to undo it', async () => {
    const email = 'leerling@noordwind.example'
    const client = app.visitor()
    const begun = await arrive(client, await sign({ sub: 'known-1', email }))
    const { path } = (await register(client, begun.body.path)).body as { path: string }
    expect(path).toMatch(/^\/lti\/koppelen\?company=noordwind#/)
    expect(await known('known-1')).toHaveLength(0)
    const sealed = sealedOf(path)
    expect((await client.post('/api/lti/linking', { sealed })).body.data).toMatchObject({ email, platform: 'Intranet van de test' })
    expect((await client.post('/api/lti/link', { sealed, password: 'iets anders' })).status).toBe(422)
    expect((await client.post('/api/lti/link', { sealed, password: PASSWORD })).status).toBe(200)
    const again = await arrive(client, await sign({ sub: 'known-1', email }))
    expect(again.body.path).toMatch(/^\/deelnemer\/training\/\d+$/)
    expect((await client.get('/user/identify')).body).toMatchObject({ email })

    await app.settle()
    const mail = await system(() => db.from('core_mail_outbox').where({ trigger: 'lti.mail.linked', to_email: email }).firstOrFail())
    expect(mail.subject).toContain('Intranet van de test')
    const [payload] = [mail.payload as { by: object; subject: string }]
    expect(payload).toMatchObject({ subject: 'known-1' })
    const { linkedValues } = await import('../server/services/linking.js')
    const { actionUrl } = await app.inCompany('noordwind', () => linkedValues(payload as never))
    const undo = actionUrl!.split('#')[1]!
    expect((await app.visitor().post('/api/lti/unlinking', { sealed: undo })).body.data).toEqual({ system: 'Intranet van de test' })
    expect(await known('known-1')).toHaveLength(1)
    expect((await app.visitor().post('/api/lti/unlink', { sealed: undo })).status).toBe(200)
    expect(await known('known-1')).toHaveLength(0)
    expect((await app.visitor().post('/api/lti/unlink', { sealed: `${undo.slice(0, -4)}AAAA` })).status).toBe(409)
  })
})

describe('a forged link', () => {
  const refused = async (reason: string, token: string, more: object = {}) => {
    const client = app.visitor()
    const { status, body } = await arrive(client, token, more)
    if (status === 200) {
      expect(body.path).toBe(`/lti/probleem?reason=${reason}&company=noordwind`)
      expect(await lastLaunch()).toMatchObject({ outcome: reason, source: 'Intranet van de test', company_id: intranet.company })
    } else {
      expect(status, JSON.stringify(body)).toBe(409)
      expect(JSON.stringify(body)).toContain(reason)
    }
    expect((await client.get('/user/identify')).status).toBe(401)
  }

  it('with a wrong secret, another company’s, or no secret is refused', async () => {
    await refused('signature', await sign({}, { secret: 'x'.repeat(43) }))
    await refused('signature', await sign({}, { secret: theirs.secret }))
    await refused('signature', `${(await sign()).slice(0, -4)}AAAA`)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    await refused('algorithm', `${encode({ alg: 'none' })}.${encode(claimsOf())}.`)
    await refused('algorithm', await sign({}, { alg: 'HS512' }))
    const { privateKey } = await generateKeyPair('RS256')
    await refused('algorithm', await new SignJWT(claimsOf()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey))
  })

  it.each([
    ['source_unknown', { iss: 'nobody-at-all-here' }],
    ['source_unknown', { iss: undefined }],
    ['source_unknown', { iss: `x'; drop table lti_sources; --` }],
    ['audience', { aud: 'https://elsewhere.example' }],
    ['audience', { aud: undefined }],
    ['expired', { exp: -90, iat: -200 }],
    ['issued_at', { iat: 90, exp: 200 }],
    ['issued_at', { iat: -900, exp: 100 }],
    ['lifetime', { exp: 86_400 }],
    ['subject_missing', { sub: undefined }],
    ['subject_missing', { sub: 'x'.repeat(256) }],
    ['token_malformed', { jti: undefined }],
    ['token_malformed', { jti: 'short' }],
    ['payload', { course: undefined }],
    ['payload', { course: 'werken-op-hoogte' }],
    ['payload', { course: { $ne: 1 } }],
  ])('with a wrong claim is refused (%s)', async (reason, given) => {
    const claims = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, ['exp', 'iat'].includes(name) ? now() + Number(value) : value]),
    )
    await refused(reason, await sign(claims))
  })

  it('is not assumed when a clock is a minute off', async () => {
    for (const [iat, exp] of [
      [55, 300],
      [-300, -55],
    ])
      expect((await arrive(app.visitor(), await sign({ iat: now() + iat!, exp: now() + exp! }))).body.path).toContain('/launch/aanmelden/')
  })

  it.each(['', 'a', 'a.b.c', ';', '%E0%A4%A', '..', '../../etc/passwd', 'x'.repeat(7000), '\u0000', 'eyJhbGciOiJIUzI1NiJ9..'])(
    'that is none (%s) is refused',
    async (token) => refused(token === '' ? 'token_missing' : 'token_malformed', token),
  )

  it('of any form causes no server error', async () => {
    const token = await sign()
    expect((await arrive(app.visitor(), 'x'.repeat(1024 * 1024))).status).toBe(413)
    expect((await arrive(app.visitor(), 'x'.repeat(9000))).status).toBe(422)
    expect((await app.visitor().post('/api/lti/arrivals', { token: { a: 1 }, integration: [], payload: null })).status).toBe(422)
    for (const address of [
      `/launch/${'x'.repeat(100_000)}/signed-link/${COURSE}`,
      `/launch/%E0%A4%A/signed-link/${COURSE}`,
      `/launch/;/signed-link/;`,
      `/launch/${token}/signed-link/..%2f..%2fetc%2fpasswd`,
      `/launch/${token}/signed-link`,
      `/launch/${token}/nobodys/x`,
    ]) {
      const answer = await fetch(app.url + address, { redirect: 'manual' })
      expect(answer.status, address.slice(0, 60)).toBeLessThan(500)
      expect(answer.headers.get('set-cookie') ?? '').not.toContain('session=')
    }
    expect((await app.visitor().get('/health/ready')).status).toBe(200)
    // None of them used it.
    expect((await arrive(app.visitor(), token)).body.path).toContain('/launch/aanmelden/')
  })

  it('leads nowhere that was not signed, nor out of its company', async () => {
    for (const payload of ['../../etc/passwd', `${COURSE}/..`, `/${COURSE}`, `${COURSE} `, '%2e%2e', 'x'.repeat(1000)])
      await refused('payload', await sign(), { payload })
    await refused('course_missing', await sign({ course: '../x' }), { payload: '../x' })
    // A course that Bouwmeester created for itself is not found for Noordwind, by name or by number.
    const own = await system(() => db.from('learning_courses').where('company_id', theirs.company).first())
    if (!own) throw new Error('The demo has no course of a company’s own.')
    const foreign = { id: own.id as number, shortname: `van-${randomUUID().slice(0, 8)}`, before: own.shortname as string }
    await system(() => db.from('learning_courses').where('id', foreign.id).update({ shortname: foreign.shortname }))
    for (const course of [foreign.shortname, String(foreign.id)])
      await refused('course_missing', await sign({ course }), { payload: course })
    await system(() => db.from('learning_courses').where('id', foreign.id).update({ shortname: foreign.before }))
  })

  it('for an undeclared integration is not found', async () => {
    for (const integration of ['saml', '__proto__', 'constructor', '../signed-link', ''])
      await refused('source_unknown', await sign(), { integration })
  })

  it('is accepted once for fifty concurrent requests', async () => {
    await comeIn('many-1')
    const token = await sign({ sub: 'many-1' })
    const clients = Array.from({ length: 50 }, () => app.visitor())
    await Promise.all(clients.map((client) => client.csrfToken()))
    const paths = await Promise.all(clients.map(async (client) => (await arrive(client, token)).body.path as string))
    expect(paths.filter((path) => path.startsWith('/deelnemer/'))).toHaveLength(1)
    expect(paths.filter((path) => path.includes('reason=replay'))).toHaveLength(49)
    const signedIn = await Promise.all(clients.map(async (client) => (await client.get('/user/identify')).status))
    expect(signedIn.filter((status) => status === 200)).toHaveLength(1)
  })

  it('and a ticket is accepted once for twenty concurrent registrations', async () => {
    const begun = await arrive(app.visitor(), await sign({ sub: 'many-2' }))
    const clients = Array.from({ length: 20 }, () => app.visitor())
    await Promise.all(clients.map((client) => client.csrfToken()))
    const answers = await Promise.all(clients.map((client) => register(client, begun.body.path)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.path.startsWith('/deelnemer/'))).toHaveLength(1)
    expect(await known('many-2')).toHaveLength(1)
    const signedIn = await Promise.all(clients.map(async (client) => (await client.get('/user/identify')).status))
    expect(signedIn.filter((status) => status === 200)).toHaveLength(1)
  })

  it('finds nothing where the system or the plugin is switched off', async () => {
    const turn = (is_active: boolean) => system(() => db.from('lti_sources').where('id', intranet.id).update({ is_active }))
    const client = app.visitor()
    const { path } = (await arrive(client, await sign({ sub: 'switched-off' }))).body as { path: string }
    const asked = async () => (await client.post('/api/lti/arrivals/asked', { sealed: sealedOf(path) })).status
    expect(await asked()).toBe(200)
    await turn(false)
    await refused('source_off', await sign())
    // A person whom it sent a moment ago and who has not entered their details yet.
    expect(await asked()).toBe(409)
    expect(await register(client, path)).toMatchObject({ status: 409, body: { code: 'link_over' } })
    expect(await known('switched-off')).toHaveLength(0)
    await turn(true)
    expect((await register(client, path)).body.path).toMatch(/^\/deelnemer\//)
    await app.withoutPlugin('noordwind', 'lti', async () => refused('source_unknown', await sign()))
  })
})

describe('a secret', () => {
  it('is shown once to an admin, changed with an overlap, and revoked at once', async () => {
    const admin = await signInAs('admin@platform.example')
    const base = `/api/lti/companies/${intranet.company}/sources`
    const made = await admin.post(base, { name: 'Roosterprogramma' })
    expect(made.status).toBe(201)
    const { secret, source } = made.body.data as { secret: string; source: { id: number; issuer: string } }
    const works = async (with_: string) => {
      const token = await sign({ iss: source.issuer, sub: 'rotated', course: undefined }, { secret: with_ })
      return ((await arrive(app.visitor(), token, { payload: '' })).body.path as string).startsWith('/launch/aanmelden/')
    }
    expect(await works(secret)).toBe(true)
    expect(JSON.stringify((await admin.get(base)).body)).not.toContain(secret)
    expect(JSON.stringify(await system(() => db.from('lti_source_secrets').select('secret')))).not.toContain(secret)
    expect((await admin.post(base, { name: 'roosterPROGRAMMA' })).status).toBe(422)

    const renew = async (keep: boolean) => (await admin.post(`${base}/${source.id}/secret`, { keep })).body.data.secret as string
    const second = await renew(true)
    expect([await works(secret), await works(second)]).toEqual([true, true])
    const third = await renew(true)
    expect([await works(secret), await works(second), await works(third)]).toEqual([false, true, true])
    await system(() =>
      db
        .from('lti_source_secrets')
        .whereNotNull('until')
        .update({ until: new Date(Date.now() - 1000) }),
    )
    expect([await works(second), await works(third)]).toEqual([false, true])
    const fourth = await renew(false)
    expect([await works(third), await works(fourth)]).toEqual([false, true])

    expect((await admin.put(`${base}/${source.id}`, { name: 'Rooster', is_active: false })).body.data).toMatchObject({ name: 'Rooster' })
    expect(await works(fourth)).toBe(false)
    expect((await admin.delete(`${base}/${theirs.id}`)).status).toBe(404)
    expect((await admin.post(`${base}/${theirs.id}/secret`, { keep: false })).status).toBe(404)
    expect((await admin.put(`${base}/${theirs.id}`, { name: 'x', is_active: false })).status).toBe(404)
    expect((await admin.delete(`${base}/${source.id}`)).status).toBe(200)
    expect((await admin.delete(`${base}/${intranet.id}`)).status).toBe(409)
    for (const person of ['beheerder@noordwind.example', 'leerling@noordwind.example'])
      expect((await (await signInAs(person)).get(base)).status).toBe(403)
  })

  it('signs a test link for an operator', async () => {
    const { signLinkCommand } = await import('../server/sign_link_command.js')
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    try {
      const args = [
        '--company',
        'noordwind',
        '--system',
        'intranet van de test',
        '--sub',
        'trial',
        '--name',
        'Proef Persoon',
        '--course',
        COURSE,
      ]
      await app.asSystem(() => signLinkCommand(args))
      await expect(app.asSystem(() => signLinkCommand([...args.slice(0, 3), 'geen', ...args.slice(4)]))).rejects.toThrow('no system')
    } finally {
      log.mockRestore()
    }
    const [, token] = /\/launch\/([^/]+)\/signed-link\/tillen-en-dragen$/.exec(JSON.parse(lines[0]!).url as string)!
    const client = app.visitor()
    const begun = await arrive(client, token!)
    const asked = await client.post('/api/lti/arrivals/asked', { sealed: sealedOf(begun.body.path) })
    expect(asked.body.data.person).toMatchObject({ firstname: 'Proef', lastname: 'Persoon' })
  })
})

describe('an integration of another plugin', () => {
  it('brings people in by its own token in the same way', async () => {
    const [{ pluginRegistry, registerPlugins }, { definePlugin }] = await Promise.all([
      import('#core/plugins/registry'),
      import('#core/contract/plugin'),
    ])
    const badge: LaunchIntegration = {
      name: 'badge',
      read: async ({ token, payload }): Promise<Arrival> => {
        if (token !== 'gate-7') throw new ArrivalRefused('signature', token, { companyId: intranet.company, source: 'Poort 7' })
        return {
          companyId: intranet.company,
          source: { id: 'gate', name: 'Poort 7' },
          once: { id: `badge-${payload}`, until: new Date(Date.now() + 60_000) },
          person: { subject: payload, firstname: '', lastname: '', email: null, locale: 'en-GB' },
          course: COURSE,
        }
      },
    }
    const before = pluginRegistry()
    const gate = definePlugin({ id: 'test_gate', always: true, launches: [badge] })
    registerPlugins([...before.plugins, gate], before.menus)
    try {
      expect(() => registerPlugins([...before.plugins, gate, { ...gate, id: 'test_other' }], before.menus)).toThrow('badge')
      const client = app.visitor()
      const begun = await arrive(client, 'gate-7', { integration: 'badge', payload: 'b-12' })
      expect(begun.body.path).toMatch(/^\/launch\/aanmelden\/badge\/wie\?company=noordwind#/)
      const done = await register(client, begun.body.path, { firstname: 'Bas', lastname: 'Badge' })
      expect(done.body.path).toMatch(/^\/deelnemer\/training\/\d+$/)
      expect((await known('b-12'))[0]).toMatchObject({ integration: 'badge', source: 'gate', registration_type: 'launch' })
      expect((await arrive(app.visitor(), 'gate-7', { integration: 'badge', payload: 'b-12' })).body.path).toContain('reason=replay')
      expect((await arrive(app.visitor(), 'gate-8', { integration: 'badge', payload: 'b-12' })).body.path).toContain('reason=signature')
      expect(await lastLaunch()).toMatchObject({ source: 'Poort 7', outcome: 'signature', message: 'badge' })
    } finally {
      registerPlugins(before.plugins, before.menus)
    }
    expect((await arrive(app.visitor(), 'gate-7', { integration: 'badge', payload: 'b-13' })).status).toBe(409)
  })
})

import { generateKeyPair, SignJWT } from 'jose'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, type TestApp, signInAs, testApp } from '#core/testing/app'
import { INSTRUCTOR, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, platformInput, shownBy } from './launching.js'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
let app: TestApp
let platform: TestPlatform
/** A platform of another company, on its own system. */
let other: TestPlatform
let db: typeof import('@adonisjs/lucid/services/db').default

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const add = (loginId: string, from: TestPlatform, more: object = {}) =>
  app.inCompany(loginId, async () => (await import('../server/services/manage.js')).addPlatform(platformInput(from, more)))

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  other = await startLtiPlatform(app.url)
  await add('noordwind', platform)
  await add('bouwmeester', other)
})
afterAll(() => Promise.all([platform.stop(), other.stop()]))
beforeEach(async () => {
  platform.given.options = {}
  platform.given.deepLinking = false
  platform.given.user = { sub: 'u-1', name: 'Lena de Vries', given_name: 'Lena', family_name: 'de Vries', roles: [] }
  other.given.options = {}
  await system(() => db.from('core_rate_limits').delete())
})

const lastOutcome = async () =>
  (await system(() => db.from('lti_launches').orderBy('id', 'desc').select('outcome', 'company_id').first())) as {
    outcome: string
    company_id: number
  }
const people = (sub: string) =>
  system(() =>
    db
      .from('lti_people as p')
      .join('core_memberships as m', 'm.id', 'p.membership_id')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('p.sub', sub)
      .select('m.*', 'u.email', 'u.firstname', 'u.lastname', 'p.platform_id'),
  )
const verifiedAt = async (email: string) =>
  (await system(() => db.from('core_users').where('email', email).select('email_verified_at').firstOrFail()))
    .email_verified_at as Date | null

describe('a launch', () => {
  it('creates an account in the company of its deployment, enrols, and opens the course in the frame of its platform only', async () => {
    const answer = await browserAt(app, platform).launch()
    expect(answer.status, String(answer.body).slice(0, 400)).toBe(200)
    const shown = shownBy(answer)!
    expect(shown.user).toMatchObject({ firstname: 'Lena', user_role: 'leerling' })
    expect(shown.framed!.path).toMatch(/^\/deelnemer\/training\/\d+$/)
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${platform.url};`.replace(';', ''))
    const [member] = (await people('u-1')) as Record<string, unknown>[]
    expect(member).toMatchObject({ registration_type: 'launch', role: 'leerling', status: 'active', lastname: 'de Vries' })
    const noordwind = await system(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
    expect(member!.company_id).toBe(noordwind.id)
    // The page's calls use a token in memory, which is in no address.
    const own = await app.visitor().get('/api/learning/participations', { authorization: `Bearer ${shown.framed!.token}` })
    expect(own.status).toBe(200)
    expect(answer.headers.get('location')).toBeNull()
    expect(shown.framed!.path).not.toContain(shown.framed!.token)
  })

  it('of the same person finds the same account and continues where they were', async () => {
    const first = shownBy(await browserAt(app, platform).launch())!
    const again = shownBy(await browserAt(app, platform).launch())!
    expect(again.framed!.path).toBe(first.framed!.path)
    expect(await people('u-1')).toHaveLength(1)
    expect(await lastOutcome()).toMatchObject({ outcome: 'opened' })
  })

  it('with new data stores it, however soon it follows the previous one', async () => {
    const { context: contextClaim } = (await import('../server/services/claims.js')).CLAIM
    platform.given.user = { sub: 'u-news', given_name: 'Nieuw', family_name: 'Bericht', roles: [] }
    const first = shownBy(await browserAt(app, platform).launch())!
    const kept = async () => {
      const row: unknown = await system(() =>
        db
          .from('lti_people as p')
          .join('lti_context_people as r', 'r.person_id', 'p.id')
          .join('lti_contexts as c', 'c.id', 'r.context_id')
          .where('p.sub', 'u-news')
          .select('r.role', 'r.status', 'c.title')
          .first(),
      )
      return row
    }
    platform.given.options = { claims: { [contextClaim]: { id: 'c-1', title: 'Klas 3B' } } }
    expect(shownBy(await browserAt(app, platform).launch())!.framed!.path).toBe(first.framed!.path)
    expect(await kept()).toEqual({ role: 'learner', status: 'active', title: 'Klas 3B' })
    platform.given.user.roles = [INSTRUCTOR]
    expect(shownBy(await browserAt(app, platform).launch())!.framed!.path).toMatch(/^\/lti\/resultaten\//)
    expect(await kept()).toMatchObject({ role: 'instructor' })
    platform.given.user.roles = []
    expect(shownBy(await browserAt(app, platform).launch())!.framed!.path).toBe(first.framed!.path)
    await system(() => db.from('lti_context_people').update({ status: 'left' }))
    await browserAt(app, platform).launch()
    expect(await kept()).toMatchObject({ role: 'learner', status: 'active' })
  })

  it('of a link that opens another course now leads there, for everybody', async () => {
    const { custom } = (await import('../server/services/claims.js')).CLAIM
    const user = (sub: string) => ({ sub, given_name: 'Wissel', family_name: sub, roles: [] })
    const launch = async (sub: string, course: string) => {
      platform.given.user = user(sub)
      platform.given.options = { claims: { [custom]: { course } } }
      return shownBy(await browserAt(app, platform).launch())!.framed!.path
    }
    const first = { a: await launch('u-swap-a', 'tillen-en-dragen'), b: await launch('u-swap-b', 'tillen-en-dragen') }
    // None of it is open any more: an earlier result would be shown again, but not that of another course.
    await system(() =>
      db
        .from('learning_participations')
        .whereIn(
          'id',
          Object.values(first).map((path) => Number(path!.split('/').at(-1))),
        )
        .update({ status: 'failed', finished_at: new Date() }),
    )
    expect(await launch('u-swap-a', 'tillen-en-dragen')).toBe(first.a)
    const other = await launch('u-swap-a', 'werken-op-hoogte')
    expect(other).not.toBe(first.a)
    expect([first.a, first.b]).not.toContain(await launch('u-swap-b', 'werken-op-hoogte'))
    expect(await launch('u-swap-a', 'werken-op-hoogte')).toBe(other)
  })

  it('of one person ten times concurrently creates one account', async () => {
    platform.given.user = { sub: 'u-many', given_name: 'Veel', family_name: 'Tegelijk', email: 'veel@school.example', roles: [] }
    const answers = await Promise.all(Array.from({ length: 10 }, () => browserAt(app, platform).launch()))
    for (const answer of answers) expect(answer.status).toBe(200)
    expect([...new Set(answers.map((answer) => shownBy(answer)!.framed!.path))]).toEqual([
      expect.stringMatching(/^\/deelnemer\/training\/\d+$/),
    ])
    expect(await people('u-many')).toHaveLength(1)
  })

  it('in a separate window gives an ordinary session, for that company only, without a mailed code', async () => {
    platform.given.user = { ...platform.given.user, email: 'lena@untrusted.example', sub: 'u-window' }
    const browser = browserAt(app, platform)
    const answer = await browser.bring({ ...(await browser.begin()) }, { 'sec-fetch-dest': 'document' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/deelnemer\/training\/\d+$/)
    expect((await browser.client.get('/user/identify')).body).toMatchObject({
      ...{ firstname: 'Lena', email: 'lena@untrusted.example', email_verify_code: null },
    })
    expect(await verifiedAt('lena@untrusted.example')).toBeNull()
    await app.settle()
    const codes = { to_email: 'lena@untrusted.example', trigger: 'core.mail.verify_code' }
    expect(await system(() => db.from('core_mail_outbox').where(codes))).toEqual([])
    const page = await browser.client.get(answer.headers.get('location')!)
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  })

  it('of a teacher shows the results of that context, and nobody else may see them', async () => {
    const learner = shownBy(await browserAt(app, platform).launch())!
    platform.given.user = { sub: 't-1', given_name: 'Tom', family_name: 'Leraar', roles: [INSTRUCTOR] }
    const shown = shownBy(await browserAt(app, platform).launch())!
    const link = /^\/lti\/resultaten\/(\d+)$/.exec(shown.framed!.path!)![1]!
    const results = (token: string | null) => app.visitor().get(`/api/lti/links/${link}/results`, { authorization: `Bearer ${token}` })
    const seen = await results(shown.framed!.token)
    expect(seen.status).toBe(200)
    expect(seen.body.data.people).toContainEqual(expect.objectContaining({ firstname: 'Lena', lastname: 'de Vries', status: 'registered' }))
    expect(seen.body.data.link).toMatchObject({ context: 'Klas 2B' })
    expect((await results(learner.framed!.token)).status).toBe(404)
    expect((await (await signInAs('beheerder@bouwmeester.example')).get(`/api/lti/links/${link}/results`)).status).toBe(404)
    // A teacher of the school is a learner where they take a course.
    platform.given.user = {
      sub: 't-2',
      given_name: 'Ook',
      family_name: 'Leraar',
      roles: ['http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor'],
    }
    expect(shownBy(await browserAt(app, platform).launch())!.framed!.path).toMatch(/^\/deelnemer/)
  })
})

describe('an existing account at the address from a platform', () => {
  const told = { sub: 'u-known', given_name: 'Anders', family_name: 'Gezegd', email: 'leerling@noordwind.example', roles: [] }
  const linkOf = async () => {
    const answer = await browserAt(app, platform).launch()
    // Anybody who has the sealed data can see the person's name, so it must not be cached.
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const { framed, user } = shownBy(answer)!
    return { path: framed!.path!, user, sealed: framed!.path!.split('#')[1] ?? '' }
  }

  it('is linked once its person enters the password, once', async () => {
    platform.given.user = told
    const { path, user, sealed } = await linkOf()
    expect(user).toBeNull()
    expect(path).toMatch(/^\/lti\/koppelen\?company=noordwind#/)
    const visitor = app.visitor()
    expect((await visitor.post('/api/lti/linking', { sealed })).body.data).toEqual({
      email: told.email,
      name: 'Anders Gezegd',
      platform: 'Test LMS',
      by_confirming: false,
    })
    const wrong = await visitor.post('/api/lti/link', { sealed, password: 'iets anders' })
    expect(wrong.status).toBe(422)
    expect(await people(told.sub)).toHaveLength(0)
    expect((await visitor.post('/api/lti/link', { sealed: `${sealed.slice(0, -4)}AAAA`, password: PASSWORD })).status).toBe(409)
    expect((await visitor.post('/api/lti/link', { sealed, password: PASSWORD })).status).toBe(200)
    const shown = shownBy(await browserAt(app, platform).launch())!
    expect(shown.user).toMatchObject({ email: told.email })
    // Their name is their own.
    expect(shown.user!.firstname).not.toBe('Anders')
  })

  it('is linked at once, and its address counts as verified, when the company trusts the platform for that domain', async () => {
    const trusted = await startLtiPlatform(app.url)
    try {
      await add('noordwind', trusted, { trusted_domains: ['noordwind.example'] })
      trusted.given.user = { ...told, sub: 'u-trusted', email: 'Leerling@Noordwind.example' }
      await system(() => db.from('core_users').where('email', told.email).update({ email_verified_at: null }))
      expect(shownBy(await browserAt(app, trusted).launch())!.user).toMatchObject({ email: 'leerling@noordwind.example' })
      expect(await verifiedAt(told.email)).toBeInstanceOf(Date)
      trusted.given.user = { ...told, sub: 'u-trusted-new', email: 'nieuw-van-lms@noordwind.example' }
      expect(shownBy(await browserAt(app, trusted).launch())!.user).toMatchObject({ email: 'nieuw-van-lms@noordwind.example' })
      expect(await verifiedAt('nieuw-van-lms@noordwind.example')).toBeInstanceOf(Date)
    } finally {
      await trusted.stop()
    }
  })

  it('that the same platform created in another company is linked by confirming, once', async () => {
    const school = await startLtiPlatform(app.url)
    const stranger = await startLtiPlatform(app.url)
    try {
      await add('noordwind', school)
      await add('bouwmeester', school, { deployments: ['second'] })
      await add('bouwmeester', stranger)
      const user = { sub: 'two-companies', given_name: 'Twee', family_name: 'Bedrijven', email: 'twee@school.example', roles: [] }
      school.given.user = user
      expect(shownBy(await browserAt(app, school).launch())!.user).toMatchObject({ email: user.email })
      // Another platform that says the same proves nothing.
      stranger.given.user = user
      expect(shownBy(await browserAt(app, stranger).launch())!.framed!.path).toBe('/lti/probleem?reason=account_elsewhere')
      school.given.user = { ...user, sub: 'somebody-else' }
      const { deployment } = (await import('../server/services/claims.js')).CLAIM
      const second = async () => {
        school.given.options = { claims: { [deployment]: 'second' } }
        const browser = browserAt(app, school)
        return shownBy(await browser.bring({ ...(await browser.begin({ lti_deployment_id: 'second' })) }))!
      }
      expect((await second()).framed!.path).toBe('/lti/probleem?reason=account_elsewhere')

      school.given.user = user
      const { framed, user: nobody } = await second()
      expect(nobody).toBeNull()
      const sealed = framed!.path!.split('#')[1]!
      const visitor = app.visitor()
      expect((await visitor.post('/api/lti/linking', { sealed })).body.data).toMatchObject({ email: user.email, by_confirming: true })
      expect(await people(user.sub)).toHaveLength(1)
      expect((await visitor.post('/api/lti/link', { sealed })).status).toBe(200)
      expect((await second()).user).toMatchObject({ email: user.email })
      const both = await people(user.sub)
      expect([both.length, new Set(both.map((one) => one.user_id)).size]).toEqual([2, 1])
      // A page that asks for a password accepts nothing less.
      platform.given.user = { ...told, sub: 'asked-for-a-password' }
      const { sealed: other } = await linkOf()
      expect((await visitor.post('/api/lti/link', { sealed: other })).status).toBe(422)
    } finally {
      await Promise.all([school.stop(), stranger.stop()])
    }
  })

  it('of another company, of a platform admin, or without a password is never taken over', async () => {
    const paths: Record<string, string> = {}
    for (const email of ['leerling@bouwmeester.example', 'admin@platform.example', 'nieuw@noordwind.example']) {
      platform.given.user = { ...told, sub: `x-${email}`, email }
      const shown = shownBy(await browserAt(app, platform).launch())!
      expect(shown.user, email).toBeNull()
      paths[email] = shown.framed!.path!
      expect(await people(`x-${email}`), email).toHaveLength(0)
    }
    expect(paths['leerling@bouwmeester.example']).toContain('/lti/koppelen')
    expect(paths['admin@platform.example']).toBe('/lti/probleem?reason=account_elsewhere')
    expect(paths['nieuw@noordwind.example']).toMatch(/reason=account_(unproved|inactive)/)
  })

  it('is not needed: a person without an address has no mailbox here and gets no mail', async () => {
    platform.given.user = { sub: 'u-nomail', roles: [] }
    expect((await browserAt(app, platform).launch()).status).toBe(200)
    const [member] = (await people('u-nomail')) as { id: number; email: string; company_id: number }[]
    expect(member!.email).toMatch(/^[a-z0-9]+@no-mail\.invalid$/)
    await app.settle()
    const mails = await system(() => db.from('core_mail_outbox').where('to_email', member!.email))
    expect(mails).toEqual([])
  })
})

describe('a forged launch', () => {
  const refused = async (reason: string, form?: Record<string, string>) => {
    const browser = browserAt(app, platform)
    const answer = await browser.bring(form ?? { ...(await browser.begin()) })
    expect(answer.status, `${reason}: ${String(answer.body).slice(0, 200)}`).toBeLessThan(500)
    const shown = shownBy(answer)
    // When the company is known its page shows the reason in the frame, else a bare page does.
    if (shown) {
      expect(shown.user).toBeNull()
      expect(new URL(shown.framed!.path!, app.url).searchParams.get('reason')).toBe(reason)
      expect(await lastOutcome()).toMatchObject({ outcome: reason })
    } else expect(String(answer.body)).toContain(`<small>${reason}</small>`)
    expect([...answer.headers.getSetCookie()].join()).not.toContain('session=')
  }
  const withClaims = async (reason: string, claims: Record<string, unknown>, header?: Record<string, unknown>) => {
    platform.given.options = { claims, ...(header && { header }) }
    await refused(reason)
  }
  const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

  it('with a wrong key or the key of another platform is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    platform.given.options = {
      sign: (payload, header) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: platform.kid, ...header }).sign(privateKey),
    }
    await refused('signature')
    platform.given.options = { sign: (payload, header) => other.sign(payload, { ...header, kid: platform.kid }) }
    await refused('signature')
    platform.given.options = { sign: (payload) => other.sign(payload) }
    await refused('kid_unknown')
  })

  it('without an algorithm, with a secret, or without a key id is refused', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    platform.given.options = { sign: async (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.` }
    await refused('algorithm')
    platform.given.options = {
      sign: async (payload) => {
        const signed = `${encode({ alg: 'HS256', kid: platform.kid })}.${encode(payload)}`
        return `${signed}.${createHmac('sha256', platform.clientId).update(signed).digest('base64url')}`
      },
    }
    await refused('algorithm')
    await withClaims('kid_missing', {}, { kid: undefined })
  })

  it('with an unknown key is looked up once, however often it arrives', async () => {
    const before = platform.seen.keySetReads
    for (let i = 0; i < 20; i++) await withClaims('kid_unknown', {}, { kid: `made-up-${i}` })
    expect(platform.seen.keySetReads - before).toBeLessThanOrEqual(1)
  })

  it.each([
    ['issuer', { iss: 'https://elsewhere.example' }],
    ['audience', { aud: 'somebody-else' }],
    ['authorized_party', { azp: 'somebody-else' }],
    ['expired', { exp: -120 }],
    ['issued_at', { iat: 400 }],
    ['issued_at', { iat: -4000, exp: 400 }],
    ['nonce', { nonce: 'never-issued' }],
    ['nonce', { nonce: undefined }],
    ['version', { [`${CLAIM}/version`]: '1.1' }],
    ['message_type', { [`${CLAIM}/message_type`]: 'LtiSubmissionReviewRequest' }],
    ['target', { [`${CLAIM}/target_link_uri`]: 'https://evil.example/lti/launch' }],
    ['subject_missing', { sub: undefined }],
    ['resource_missing', { [`${CLAIM}/resource_link`]: {} }],
    ['deployment_unknown', { [`${CLAIM}/deployment_id`]: '2' }],
    ['deployment_unknown', { [`${CLAIM}/deployment_id`]: undefined }],
    ['course_missing', { [`${CLAIM}/custom`]: { course: 'no-such-course' } }],
  ])('with a wrong %s is refused', async (reason, given) => {
    const claims = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, ['exp', 'iat'].includes(name) ? seconds(value as number) : value]),
    )
    await withClaims(reason, claims)
  })

  it('with several audiences is accepted from the authorized party only', async () => {
    await withClaims('authorized_party', { aud: [platform.clientId, 'x'] })
    platform.given.options = { claims: { aud: [platform.clientId, 'x'], azp: platform.clientId } }
    expect((await browserAt(app, platform).launch()).status).toBe(200)
  })

  it('is not assumed when a clock is a minute off', async () => {
    platform.given.options = { claims: { iat: seconds(55), exp: seconds(355) } }
    expect(shownBy(await browserAt(app, platform).launch())!.user).not.toBeNull()
    platform.given.options = { claims: { iat: seconds(-300), exp: seconds(-55) } }
    expect(shownBy(await browserAt(app, platform).launch())!.user).not.toBeNull()
  })

  it('that names another company’s deployment is not found', async () => {
    // The first platform’s key, in the name of the other company’s.
    const browser = browserAt(app, other)
    other.given.options = { sign: (payload) => platform.sign(payload, { kid: other.kid }) }
    const answer = await browser.launch()
    expect(shownBy(answer)!.framed!.path).toBe('/lti/probleem?reason=signature')
    // Its own key, in the name of the first one’s deployment.
    const form = await browserAt(app, platform).begin()
    const claims = {
      iss: platform.url,
      aud: platform.clientId,
      nonce: 'x',
      iat: seconds(0),
      exp: seconds(300),
      sub: 'u-1',
      [`${CLAIM}/deployment_id`]: platform.deployment,
    }
    await refused('kid_unknown', { state: form.state, id_token: await other.sign(claims) })
    // A token of one platform with the state of a login at the other.
    const theirs = await browserAt(app, other).begin()
    await refused('issuer', { state: form.state, id_token: theirs.id_token })
  })

  it.each([
    ['state_missing', undefined],
    ['state_invalid', ';'],
    ['state_invalid', '%E0%A4%A'],
    ['state_invalid', 'x'.repeat(100_000)],
    ['state_invalid', '../../etc/passwd\u0000'],
  ])('with an invalid state (%s) is refused', async (reason, state) => {
    const { id_token } = await browserAt(app, platform).begin()
    await refused(reason, { id_token, ...(state !== undefined && { state }) })
  })

  it('of a megabyte causes no server error', async () => {
    const answer = await browserAt(app, platform).bring({ id_token: 'x', state: 'y'.repeat(1024 * 1024) })
    expect(answer.status).toBe(413)
    await refused('token_missing', { state: (await browserAt(app, platform).begin()).state })
    await refused('token_malformed', { state: (await browserAt(app, platform).begin()).state, id_token: 'a.b.c' })
    expect((await app.visitor().get('/health/ready')).status).toBe(200)
  })

  it('from another browser, or from another login of this one, is refused', async () => {
    const form = await browserAt(app, platform).begin()
    await refused('other_browser', { ...form })
    await refused('other_browser', { ...form, proof: 'made-up' })
    const browser = browserAt(app, platform)
    const [one, two] = [await browser.begin(), await browser.begin()]
    const answer = await browser.bring({ id_token: one.id_token, state: two.state })
    expect(shownBy(answer)!.framed!.path).toBe('/lti/probleem?reason=nonce')
  })

  it('is accepted once for fifty concurrent requests', async () => {
    const browser = browserAt(app, platform)
    const form = await browser.begin()
    const cookie = browser.client.cookieHeader()
    const send = () =>
      fetch(`${app.url}/lti/launch`, {
        method: 'POST',
        body: new URLSearchParams({ ...form }),
        headers: { cookie, 'sec-fetch-dest': 'iframe' },
      }).then(async (answer) => shownBy({ body: await answer.text() })!)
    const shown = await Promise.all(Array.from({ length: 50 }, send))
    expect(shown.filter(({ user }) => user)).toHaveLength(1)
    expect(shown.filter(({ framed }) => framed!.path === '/lti/probleem?reason=replay')).toHaveLength(49)
  })

  it.each([
    ['malformed', { iss: '' }],
    ['malformed', { login_hint: '' }],
    ['target', { target_link_uri: 'https://evil.example/' }],
    ['target', { target_link_uri: 'javascript:alert(1)' }],
    ['platform_unknown', { iss: 'https://nobody.example', lti_deployment_id: '' }],
    ['platform_unknown', { lti_deployment_id: 'another' }],
  ])('cannot start with a login that is %s', async (reason, more) => {
    const answer = await app.visitor().get(platform.loginUrl(more).replace(app.url, ''))
    expect(answer.status).toBe(400)
    expect(String(answer.body)).toContain(`<small>${reason}</small>`)
    expect(answer.headers.get('location')).toBeNull()
  })

  it('finds nothing where the platform or the plugin is switched off', async () => {
    const form = await browserAt(app, platform).begin()
    await system(() => db.from('lti_platforms').where('issuer', platform.url).update({ is_active: false }))
    await refused('platform_off', { ...form })
    await system(() => db.from('lti_platforms').where('issuer', platform.url).update({ is_active: true }))
    await app.withoutPlugin('noordwind', 'lti', () => refused('deployment_unknown', { ...form }))
    expect((await browserAt(app, platform).launch()).status).toBe(200)
  })
})

describe('a login without a client id', () => {
  it('starts a launch if a single platform has the issuer, and is refused if several have', async () => {
    const own = await startLtiPlatform(app.url)
    try {
      await add('noordwind', own)
      const browser = browserAt(app, own)
      const shown = shownBy(await browser.bring({ ...(await browser.begin({ client_id: '' })) }))
      expect(shown?.user).toBeTruthy()

      await add('bouwmeester', own, { client_id: 'another' })
      const answer = await app.visitor().get(own.loginUrl({ client_id: '' }).replace(app.url, ''))
      expect(answer.status).toBe(400)
      expect(String(answer.body)).toContain('<small>platform_unknown</small>')
    } finally {
      await own.stop()
    }
  })
})

describe('two companies on one system', () => {
  it('are told apart by the deployment and never share one', async () => {
    const shared = await startLtiPlatform(app.url, { deployment: 'a' })
    try {
      await add('noordwind', shared)
      await expect(add('bouwmeester', shared)).rejects.toMatchObject({ status: 422 })
      await add('bouwmeester', shared, { deployments: ['b'] })
      const launchAt = async (deployment: string) => {
        shared.given.options = { claims: { [`${CLAIM}/deployment_id`]: deployment } }
        shared.given.user = { sub: 'same-sub', given_name: 'Zelfde', family_name: 'Persoon', roles: [] }
        const browser = browserAt(app, shared)
        const answer = await browser.bring({ ...(await browser.begin({ lti_deployment_id: '' })) })
        expect(shownBy(answer)!.user).toMatchObject({ firstname: 'Zelfde' })
      }
      await launchAt('a')
      await launchAt('b')
      const both = (await people('same-sub')) as { company_id: number }[]
      expect(new Set(both.map(({ company_id: id }) => id)).size).toBe(2)
    } finally {
      await shared.stop()
    }
  })
})

import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { freePort } from '#core/testing/server_process'
import { INSTRUCTOR, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, platformInput, shownBy } from './launching.js'

// What a platform, or somebody between it and us, can do without forging a signature.
const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
let app: TestApp
let platform: TestPlatform
let db: typeof import('@adonisjs/lucid/services/db').default

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
const add = (from: TestPlatform, more: object = {}) =>
  inNoordwind(async () => (await import('../server/services/manage.js')).addPlatform(platformInput(from, more)))
const be = (sub: string, roles: string[] = [], more: object = {}) => {
  platform.given.user = { sub, given_name: 'Lena', family_name: sub, roles, ...more }
}
const launch = () => browserAt(app, platform).launch()
const problem = (reason: string) => `/lti/probleem?reason=${reason}`

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  await add(platform)
})
afterAll(() => platform.stop())
beforeEach(async () => {
  platform.given.options = {}
  platform.given.course = 'tillen-en-dragen'
  await system(() => db.from('core_rate_limits').delete())
})

describe('a launch that somebody else started', () => {
  /** Everything that an attacker has of a login of their own. */
  async function begun() {
    be('attacker')
    const visitor = app.visitor()
    const page = await visitor.get(platform.loginUrl({ lti_storage_target: '_parent' }).replace(app.url, ''))
    const secret = /value:"([\w-]{43})"/.exec(String(page.body))![1]!
    const to = new URL(/location\.replace\("([^"]+)"\)/.exec(String(page.body))![1]!)
    return { secret, form: await platform.authorize(to.searchParams) }
  }
  const bring = (form: Record<string, string>, headers: Record<string, string>) => browserAt(app, platform).bring(form, headers)

  it('cannot be posted by their page, in a frame or a window, even with the values of their own browser', async () => {
    const { secret, form } = await begun()
    const own = { ...form, proof: secret }
    for (const dest of ['document', 'iframe'])
      for (const origin of ['https://evil.example', platform.url, 'null', undefined]) {
        const answer = await bring(own, { 'sec-fetch-dest': dest, ...(origin && { origin }) })
        expect([...answer.headers.getSetCookie()].join(), `${dest} ${origin}`).not.toContain('session=')
        expect(shownBy(answer)?.user ?? null).toBeNull()
      }
    // Our own page, which asked the platform's page, identifies itself.
    const answer = await bring(own, { origin: app.url })
    expect(shownBy(answer)!.user).toMatchObject({ lastname: 'attacker' })
  })
})

describe('a browser that stores nothing in a frame', () => {
  it('is offered the same login in a window before the platform is contacted', async () => {
    const hint = { lti_message_hint: '"><script>alert(1)</script>' }
    const page = await app.visitor().get(platform.loginUrl(hint).replace(app.url, ''), { 'sec-fetch-dest': 'iframe' })
    expect(page.status).toBe(200)
    expect(String(page.body)).not.toContain('<script>alert')
    const href = /<a class="button" href="([^"]+)" target="_blank" rel="noopener">/.exec(String(page.body))![1]!
    const again = new URL(href.replaceAll('&#38;', '&'), app.url)
    const window = await app.visitor().get(again.pathname + again.search, { 'sec-fetch-dest': 'document' })
    const asked = new URL(window.headers.get('location')!)
    expect(asked.origin).toBe(platform.url)
    expect(asked.searchParams.get('login_hint')).toBe('hint')
    expect(asked.searchParams.get('lti_message_hint')).toBe(hint.lti_message_hint)
  })

  it('is led back to the page that its platform named, and nobody is led elsewhere', async () => {
    be('elsewhere')
    const form = await browserAt(app, platform).begin()
    const answer = await browserAt(app, platform).bring({ ...form })
    const shown = new URL(shownBy(answer)!.framed!.path!, app.url)
    expect(shown.searchParams.get('reason')).toBe('other_browser')
    const back = shown.searchParams.get('back')!
    const led = async (to: string) => (await app.visitor().get(`/lti/back?to=${encodeURIComponent(to)}`)).headers.get('location')
    expect(await led(back)).toBe(`${platform.url}/page`)
    for (const forged of ['https://evil.example/', `${back}x`, '', 'x'.repeat(12_000)])
      expect(await led(forged)).toBe('/lti/probleem?reason=malformed')
  })

  it('is led to no page that a platform may not name', async () => {
    be('elsewhere')
    for (const return_url of ['javascript:alert(1)', 'https://user:pass@lms.example/']) {
      platform.given.options = { claims: { [`${CLAIM}/launch_presentation`]: { return_url } } }
      const answer = await browserAt(app, platform).bring({ ...(await browserAt(app, platform).begin()) })
      expect(shownBy(answer)!.framed!.path).toBe('/lti/probleem?reason=other_browser')
    }
  })
})

describe('an unexpected request to the launch address', () => {
  it.each(['null', '[]', '"x"', '5', '{"state":{"a":1},"id_token":[]}', '{"__proto__":{"state":"x"}}', '{'])(
    'is refused: %s',
    async (body) => {
      for (const path of ['/lti/login', '/lti/launch', '/lti/deeplink']) {
        const answer = await fetch(`${app.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        expect(answer.status, path).toBeGreaterThanOrEqual(400)
        expect(answer.status, path).toBeLessThan(500)
      }
    },
  )

  it('is never written into our pages unescaped', async () => {
    const evil = `_parent"</script><script>alert(1)</script>`
    const asked = await app.visitor().get(platform.loginUrl({ lti_storage_target: evil }).replace(app.url, ''))
    expect(String(asked.body)).not.toContain('<script>alert')
    platform.given.deepLinking = true
    try {
      be('teacher-form', [INSTRUCTOR])
      platform.given.options = {
        claims: {
          'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
            deep_link_return_url: `${platform.url}/picked?a="><script>alert(1)</script>&b='`,
            accept_types: ['ltiResourceLink'],
          },
        },
      }
      const token = shownBy(await launch())!.framed!.path!.replace('/lti/kiezen/', '')
      const back = await fetch(`${app.url}/lti/deeplink`, { method: 'POST', body: new URLSearchParams({ token }) })
      expect(back.status).toBe(200)
      const page = await back.text()
      expect(page).not.toContain('<script>alert')
      expect(page).toContain(`action="${platform.url}/picked?a=&#34;&#62;`)
    } finally {
      platform.given.deepLinking = false
    }
  })
})

describe('the origins that may frame a launch', () => {
  it.each(['https://a;script-src', 'https://*', 'https://my_lms.example', "https://'self'", 'https://a,b'])(
    'is no header of theirs, and no reason to fail (%s)',
    async (origin) => {
      be('framed')
      platform.given.options = { claims: { [`${CLAIM}/launch_presentation`]: { return_url: `${origin}/back` } } }
      const answer = await launch()
      expect(answer.status).toBe(200)
      expect(shownBy(answer)!.user).not.toBeNull()
      expect(answer.headers.get('content-security-policy')).not.toContain(origin)
    },
  )

  it('stay valid on the page that reads the platform’s storage', async () => {
    be('framed')
    platform.given.options = { claims: { [`${CLAIM}/launch_presentation`]: { return_url: 'https://*/' } } }
    const page = await app.visitor().get(platform.loginUrl({ lti_storage_target: '_parent' }).replace(app.url, ''))
    const form = await platform.authorize(new URL(/location\.replace\("([^"]+)"\)/.exec(String(page.body))![1]!).searchParams)
    const answer = await browserAt(app, platform).bring({ ...form })
    expect(String(answer.body)).toContain('lti.get_data')
    expect(answer.headers.get('content-security-policy')).not.toContain('https://*')
  })

  it('are normalised: the default port is left out', async () => {
    const own = await startLtiPlatform(app.url)
    try {
      await add(own, { frame_origins: ['https://lms.example:443'] })
      own.given.user = { sub: 'port', given_name: 'Poort', family_name: 'X', roles: [] }
      const answer = await browserAt(app, own).launch()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors [^;]*https:\/\/lms\.example(?:[ ;]|$)/)
    } finally {
      await own.stop()
    }
  })
})

describe('extreme values from a platform', () => {
  it.each([1e300, 9e15, 8e12, -1e300])('as its expiry (%d) break nothing', async (exp) => {
    be('measure')
    platform.given.options = { claims: { exp } }
    const answer = await launch()
    expect(answer.status, String(answer.body).slice(0, 200)).toBe(200)
    const { last } = (await system(() => db.from('lti_nonces').max('expires_at as last').first())) as { last: Date }
    expect(last.getTime()).toBeLessThan(Date.now() + 3_600_000)
  })

  it.each([
    ['a name', { name: 'n'.repeat(40_000), given_name: 'g'.repeat(400), family_name: '\u0000' }],
    ['roles', { [`${CLAIM}/roles`]: Array.from({ length: 3000 }, (_, i) => `role-${i}`) }],
    ['roles that are none', { [`${CLAIM}/roles`]: { length: 1e9 } }],
    ['where it is of', { [`${CLAIM}/context`]: { id: 'a\u0000b', title: '\ud800' }, locale: '\ud800' }],
    ['what it is about', { [`${CLAIM}/resource_link`]: { id: '7', title: 't'.repeat(9000) } }],
    ['its own', { [`${CLAIM}/custom`]: { course: 'tillen-en-dragen', more: { deep: Array.from({ length: 2000 }, () => [[[]]]) } } }],
  ])('of %s break nothing', async (_what, claims) => {
    be('beyond')
    platform.given.options = { claims }
    expect(shownBy(await launch())!.user).not.toBeNull()
  })

  it.each([`{"__proto__":{"course":"tillen-en-dragen"}}`, `{"constructor":{"prototype":{"course":"x"}}}`, `[]`, `"x"`, `null`])(
    'of its own as %s is nothing said',
    async (custom) => {
      be('beyond')
      platform.given.options = { claims: { [`${CLAIM}/custom`]: JSON.parse(custom), [`${CLAIM}/resource_link`]: { id: 'unnamed' } } }
      expect(shownBy(await launch())!.framed!.path).toBe(problem('course_missing'))
      expect(({} as { course?: string }).course).toBeUndefined()
    },
  )

  it('in its key set refuse that launch with a reason', async () => {
    const keys = createServer((_request, response) => {
      const wrong = { kty: 'RSA', kid: platform.kid, e: 'AQAB' }
      const set = [null, 7, 'x', { ...wrong, kid: 'other' }, { ...wrong, n: { a: 1 } }, { ...wrong, n: '!!' }]
      response.end(JSON.stringify({ keys: set }))
    })
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
    const own = await startLtiPlatform(app.url)
    try {
      await add(own, { jwks_url: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/` })
      own.given.options = { header: { kid: platform.kid } }
      const answer = await browserAt(app, own).launch()
      expect(answer.status).toBe(200)
      expect(shownBy(answer)!.framed!.path).toMatch(/reason=(kid_unknown|token_malformed)$/)
    } finally {
      await own.stop()
      keys.close()
    }
  })

  it('in a loop fill no log', async () => {
    const form = await browserAt(app, platform).begin()
    const count = async () => Number((await system(() => db.from('lti_launches').count('* as n').first())).n)
    const before = await count()
    const { limitCalls } = await import('#core/kit/calls')
    const { REFUSED } = await import('../server/services/launch_log.js')
    for (let i = 0; i < REFUSED.requests; i++) await app.asSystem(() => limitCalls('lti.refused', { ip: '127.0.0.1' }, REFUSED))
    for (let i = 0; i < 3; i++) {
      const answer = await browserAt(app, platform).bring({ ...form, id_token: `${form.id_token}x` })
      expect(answer.status).toBeLessThan(500)
      expect([...answer.headers.getSetCookie()].join()).not.toContain('session=')
    }
    expect(await count()).toBe(before)
  })
})

describe('a person who is refused', () => {
  it('is not enrolled in anything', async () => {
    be('switched-off')
    await launch()
    const [{ membership_id: id }] = (await system(() => db.from('lti_people').where('sub', 'switched-off'))) as [{ membership_id: number }]
    await system(() => db.from('core_memberships').where('id', id).update({ status: 'inactive' }))
    const rows = () => system(() => db.from('learning_participations').where('membership_id', id).count('* as n').first())
    await system(() => db.from('learning_participations').where('membership_id', id).delete())
    // Nothing records that they had it.
    await system(() => db.rawQuery(`delete from lti_grades g using lti_people p where p.id = g.person_id and p.membership_id = ?`, [id]))
    const answer = await launch()
    expect(shownBy(answer)!.framed!.path).toBe(problem('account_inactive'))
    expect(Number((await rows()).n)).toBe(0)
  })

  it('because the contract is full is told so, and so is the administrator of the platform', async () => {
    const course = await system(() => db.from('learning_courses').where('shortname', 'tillen-en-dragen').firstOrFail())
    const company = await system(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
    const made = await (
      await signInAs('admin@platform.example')
    ).post('/api/contracts/contracts', {
      ...{ company: company.id, name: 'Vol', email: 'vol@test.example', order_number: null, type: 'participants' },
      ...{ starts_on: addDays(today(), -1), ends_on: today(), participants: 1, custom_courses: null },
      ...{ extra_participant_cents: null, extra_course_cents: null, only_started: false, courses: [course.id] },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    try {
      be('last-place')
      expect(shownBy(await launch())!.user).not.toBeNull()
      be('past-limit')
      const answer = await launch()
      expect(answer.status, String(answer.body).slice(0, 300)).toBe(200)
      expect(shownBy(answer)!.framed!.path).toBe(problem('contract_limit_reached'))
      const last = await system(() => db.from('lti_launches').orderBy('id', 'desc').first())
      expect(last).toMatchObject({ outcome: 'contract_limit_reached' })
    } finally {
      await system(() => db.from('contracts_contracts').where('id', made.body.data.id).delete())
    }
    await system(() => db.from('learning_courses').where('id', course.id).update({ status: 'building' }))
    try {
      be('past-limit')
      expect(shownBy(await launch())!.framed!.path).toBe(problem('course_missing'))
    } finally {
      await system(() => db.from('learning_courses').where('id', course.id).update({ status: 'available' }))
    }
  })
})

describe('a platform with broken responses', () => {
  /** Answers as told, beside a platform that we trust. */
  async function broken() {
    const said = { token: { access_token: 'x', expires_in: 3600 } as unknown, other: null as unknown, posts: 0, wait: 0 }
    const server = createServer((request, response) => {
      request.resume()
      if (request.method === 'POST' && request.url!.includes('/scores')) said.posts += 1
      const answer = JSON.stringify(request.url!.startsWith('/token') ? said.token : said.other)
      setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), said.wait)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const own = await startLtiPlatform(app.url)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await add(own, { token_url: `${url}/token` })
    const stop = async () => {
      server.closeAllConnections()
      server.close()
      await system(() => db.from('lti_platforms').where('issuer', own.url).update({ is_active: false }))
      await own.stop()
    }
    return { said, own, url, stop }
  }
  const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
  const SCOPES = [`${AGS}/scope/score`, `${AGS}/scope/lineitem`]
  const gradeOf = (sub: string) =>
    system(() =>
      db.from('lti_grades as g').join('lti_people as p', 'p.id', 'g.person_id').where('p.sub', sub).select('g.*').firstOrFail(),
    ) as Promise<Record<string, unknown>>
  const sendNow = () => inNoordwind(async () => (await import('../server/services/send_grades.js')).sendDueGrades())

  it('does not delay other platforms’ grades', async () => {
    const { said, own, url, stop } = await broken()
    try {
      own.given.options = { claims: { [`${AGS}/claim/endpoint`]: { scope: SCOPES, lineitems: `${url}/lineitems` } } }
      own.given.user = { sub: 'broken-1', given_name: 'A', family_name: 'B', roles: [] }
      await browserAt(app, own).launch()
      be('whole-1')
      await launch()
      const make = () =>
        system(() =>
          db.rawQuery(
            `update lti_grades g set version = version + 1, activity = 'InProgress', next_try_at = now(), tries = 0,
                    happened_at = greatest(clock_timestamp(), happened_at + interval '1 millisecond')
               from lti_people p where p.id = g.person_id and p.sub in ('broken-1', 'whole-1')`,
          ),
        )
      for (const [token, other] of [
        [null, null],
        [{ access_token: 'x', expires_in: 3600 }, [null]],
        [{ access_token: 'x', expires_in: 3600 }, null],
        ['x', 'x'],
      ] as const) {
        Object.assign(said, { token, other })
        await make()
        await sendNow()
        expect((await gradeOf('broken-1')).problem).not.toBeNull()
        expect(await gradeOf('whole-1')).toMatchObject({ problem: null, next_try_at: null })
      }
    } finally {
      await stop()
    }
  })

  it('does not block other platforms’ lists of people, and a slow one is aborted', async () => {
    const { said, own, url, stop } = await broken()
    try {
      own.given.options = {
        claims: {
          [`${CLAIM}/context`]: { id: 'broken', title: 'Stuk' },
          'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': { context_memberships_url: `${url}/members` },
        },
      }
      own.given.user = { sub: 'broken-2', given_name: 'A', family_name: 'B', roles: [INSTRUCTOR] }
      await browserAt(app, own).launch()
      be('teacher-2', [INSTRUCTOR])
      platform.given.options = { claims: { [`${CLAIM}/context`]: { id: 'whole', title: 'Heel' } } }
      await launch()
      const { syncRosters } = await import('../server/services/roster.js')
      const contexts = () =>
        system(() => db.from('lti_contexts').whereIn('title', ['Stuk', 'Heel']).select('title', 'synced_at')) as Promise<
          { title: string; synced_at: Date | null }[]
        >
      platform.given.members = [{ user_id: 'teacher-2', roles: ['Instructor'] }]
      said.other = { members: [null, 'x', 3, { user_id: 'list-2', roles: [null], given_name: 'Wel' }] }
      await inNoordwind(() => syncRosters())
      for (const context of await contexts()) expect(context.synced_at, context.title).not.toBeNull()
      expect(await system(() => db.from('lti_people').where('sub', 'list-2').first())).not.toBeNull()
    } finally {
      await stop()
    }
  })

  it('that is slow receives each grade once from concurrent workers', async () => {
    const { said, own, url, stop } = await broken()
    try {
      own.given.options = {
        claims: { [`${AGS}/claim/endpoint`]: { scope: SCOPES, lineitem: `${url}/lineitems/1`, lineitems: `${url}/lineitems` } },
      }
      for (let i = 0; i < 3; i++) {
        own.given.user = { sub: `slow-${i}`, given_name: 'A', family_name: 'B', roles: [] }
        await browserAt(app, own).launch()
      }
      await system(() =>
        db.rawQuery(
          `update lti_grades g set version = version + 1, activity = 'InProgress', next_try_at = now() from lti_people p where p.id = g.person_id and p.sub like 'slow-%'`,
        ),
      )
      said.wait = 400
      const first = sendNow()
      // The first run is at its second grade: its lock on all of them ends before it reaches the last.
      await vi.waitFor(() => expect(said.posts).toBeGreaterThanOrEqual(2), { timeout: 300_000 })
      await system(() =>
        db.rawQuery(
          `update lti_grades g set next_try_at = now() from lti_people p where p.id = g.person_id and p.sub = 'slow-2' and version > sent_version`,
        ),
      )
      await Promise.all([first, sendNow()])
      expect(said.posts).toBe(3)
    } finally {
      await stop()
    }
  })
})

describe('an admin’s page', () => {
  it('does not reveal open ports, and treats an unresolvable name like a private address', async () => {
    const client = await signInAs('admin@platform.example')
    const row = await system(() => db.from('lti_platforms').where('issuer', platform.url).firstOrFail())
    // Open, but not speaking HTTP: like a database or a mail server.
    const other = createTcpServer((socket) => socket.end('220 mail ready\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const open = (other.address() as AddressInfo).port
    const closed = await freePort()
    const said: unknown[] = []
    try {
      for (const url of [
        `http://127.0.0.1:${open}/keys`,
        `http://127.0.0.1:${closed}/keys`,
        `https://127.0.0.1:${open}/keys`,
        'https://10.0.0.1/keys',
        'https://nowhere.invalid/keys',
      ]) {
        await system(() => db.from('lti_platforms').where('id', row.id).update({ jwks_url: url, token_url: url }))
        const { body } = await client.post(`/api/lti/companies/${row.company_id}/platforms/${row.id}/check`)
        said.push(body.data.filter(({ what }: { what: string }) => ['keys', 'token'].includes(what)))
      }
    } finally {
      other.close()
      await system(() => db.from('lti_platforms').where('id', row.id).update({ jwks_url: row.jwks_url, token_url: row.token_url }))
    }
    const unreachable = ['keys', 'token'].map((what) => ({ what, outcome: 'bad', detail: 'unreachable' }))
    expect(said).toEqual(Array.from({ length: 5 }, () => unreachable))
  })

  it('explains what is wrong with an invalid token', async () => {
    const client = await signInAs('admin@platform.example')
    const row = await system(() => db.from('lti_platforms').where('issuer', platform.url).firstOrFail())
    const server = createServer((_request, response) => response.end('null'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      await system(() => db.from('lti_platforms').where('id', row.id).update({ token_url: url }))
      const answer = await client.post(`/api/lti/companies/${row.company_id}/platforms/${row.id}/check`)
      expect(answer.status).toBe(200)
      expect(answer.body.data).toContainEqual(expect.objectContaining({ what: 'token', outcome: 'bad' }))
    } finally {
      server.close()
      await system(() => db.from('lti_platforms').where('id', row.id).update({ token_url: row.token_url }))
    }
  })
})

import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { INSTRUCTOR, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { untilBlocked } from '#core/testing/locks'
import { browserAt, companyId, platformInput, shownBy } from './launching.js'

// Addresses, lists and courses of a connected platform, and what an admin sees of them.
const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const ROSTER = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const SCOPES = [`${AGS}/scope/score`, `${AGS}/scope/lineitem`]
let app: TestApp
let platform: TestPlatform
/** A server beside the platform: answers each path from `said` and counts requests. */
let beside: { url: string; server: Server; said: Record<string, { status?: number; body: unknown; link?: string }>; came: string[] }
let db: typeof import('@adonisjs/lucid/services/db').default

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
const add = (loginId: string, from: TestPlatform, more: object = {}) =>
  app.inCompany(loginId, async () => (await import('../server/services/manage.js')).addPlatform(platformInput(from, more)))
const be = (sub: string, claims: Record<string, unknown> = {}, roles: string[] = []) => {
  platform.given.user = { sub, given_name: 'Lena', family_name: sub, roles }
  platform.given.options = { claims }
}
const launch = async () => shownBy(await browserAt(app, platform).launch())!.framed!.path
const sendNow = () => inNoordwind(async () => (await import('../server/services/send_grades.js')).sendDueGrades())

async function startBeside() {
  const said: typeof beside.said = {}
  const came: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    const path = request.url!.split('?')[0]!
    came.push(path)
    const { status = 200, body, link } = said[path] ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json', ...(link && { link }) })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  // Only the client closes idle connections, as in core/testing/app.ts.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, said, came }
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  beside = await startBeside()
  await add('noordwind', platform)
})
afterAll(async () => {
  beside.server.closeAllConnections()
  beside.server.close()
  await platform.stop()
})
beforeEach(async () => {
  Object.assign(platform.given, { options: {}, course: 'tillen-en-dragen', members: [] })
  Object.assign(platform.faults, { isDown: false, refuses: 0 })
  beside.came.length = 0
  await system(() => db.from('core_rate_limits').delete())
})

interface GradeRow {
  id: number
  sent_version: number
  tries: number
  problem: string | null
  next_try_at: Date | null
}
const gradeOf = (sub: string) =>
  system(() =>
    db.from('lti_grades as g').join('lti_people as p', 'p.id', 'g.person_id').where('p.sub', sub).select('g.*').firstOrFail(),
  ) as Promise<GradeRow>
/** A launch by a link of its own, whose grade is due from then on. */
async function owing(sub: string, endpoint: Record<string, unknown>, minutesAgo = 1) {
  be(sub, { [`${AGS}/claim/endpoint`]: { scope: SCOPES, ...endpoint }, [`${CLAIM}/resource_link`]: { id: `link-${sub}`, title: sub } })
  await launch()
  await system(() =>
    db.rawQuery(
      `update lti_grades g set version = 1, score = 50, activity = 'InProgress', next_try_at = now(), happened_at = now() - make_interval(mins => ?)
         from lti_people p where p.id = g.person_id and p.sub = ?`,
      [minutesAgo, sub],
    ),
  )
}
const dueNow = () => system(() => db.from('lti_grades').whereRaw('version > sent_version').update({ next_try_at: new Date() }))
const forget = () => system(() => db.from('lti_grades').delete())

describe('a line of a grade book', () => {
  beforeEach(forget)

  it('that is broken does not delay the others of that platform', async () => {
    Object.assign(beside.said, { '/broken/scores': { status: 500, body: {} }, '/whole/scores': { body: {} } })
    await owing('line-1', { lineitem: `${beside.url}/broken` }, 5)
    await owing('line-2', { lineitem: `${beside.url}/whole` })
    for (let round = 0; round < 2; round++) {
      await dueNow()
      await sendNow()
    }
    expect(await gradeOf('line-2')).toMatchObject({ sent_version: 1, problem: null })
    expect(await gradeOf('line-1')).toMatchObject({ sent_version: 0, problem: 'answered: 500' })
  })

  it('waits while its platform is switched off, and is sent once when it is on again', async () => {
    beside.said['/whole/scores'] = { body: {} }
    await owing('off-1', { lineitem: `${beside.url}/whole` })
    const client = await signInAs('admin@platform.example')
    const path = `/api/lti/companies/${await companyId(app, 'noordwind')}/platforms`
    const turn = async (isActive: boolean) => {
      const { platforms } = (await client.get(path)).body.data as { platforms: Record<string, unknown>[] }
      const { id, people: _, last_launch_at: __, ...rest } = platforms.find(({ issuer }) => issuer === platform.url)!
      expect((await client.put(`${path}/${String(id)}`, { ...rest, is_active: isActive })).status).toBe(200)
    }
    await turn(false)
    await sendNow()
    expect(await gradeOf('off-1')).toMatchObject({ sent_version: 0, problem: 'switched_off' })
    expect((await gradeOf('off-1')).next_try_at).not.toBeNull()
    await turn(true)
    await sendNow()
    expect(await gradeOf('off-1')).toMatchObject({ sent_version: 1, problem: null })
  })

  it('gives up after a week of retries, and not before', async () => {
    beside.said['/broken/scores'] = { status: 500, body: {} }
    for (const [sub, days] of [
      ['old', 8],
      ['young', 6],
    ] as const) {
      await owing(sub, { lineitem: `${beside.url}/broken` }, days * 24 * 60)
      await sendNow()
      const { next_try_at: next } = await gradeOf(sub)
      expect(next === null, sub).toBe(sub === 'old')
    }
  })

  it('is not tried for each of a platform’s people while that platform is unreachable', async () => {
    await owing('away-1', { lineitems: `${platform.url}/lineitems` })
    await system(() =>
      db.rawQuery(
        `with made as (
           insert into lti_people (company_id, platform_id, sub, membership_id)
             select company_id, platform_id, 'crowd-' || i, membership_id from lti_people, generate_series(1, 120) i where sub = 'away-1' returning *)
         insert into lti_grades (company_id, link_id, person_id, participation_id, score, happened_at, next_try_at)
           select made.company_id, g.link_id, made.id, 0, 1, now(), now() from made, lti_grades g`,
      ),
    )
    const { rows: platforms } = await system(() =>
      db.rawQuery<{ rows: object[] }>(`update lti_platforms set token_url = ? where issuer = ? returning id`, [
        `${beside.url}/token`,
        platform.url,
      ]),
    )
    expect(platforms).toHaveLength(1)
    beside.said['/token'] = { status: 503, body: {} }
    try {
      await sendNow()
      expect(beside.came).toEqual(['/token'])
      const waiting = await system(() => db.from('lti_grades').whereRaw(`next_try_at > now() and problem = 'token_refused: 503'`))
      expect(waiting).toHaveLength(121)
    } finally {
      await system(() => db.from('lti_platforms').where('issuer', platform.url).update({ token_url: platform.facts.token_url }))
      await system(() => db.from('lti_people').where('sub', 'like', 'crowd-%').delete())
    }
  })

  it.each([
    ['found', [{ id: 'ELSEWHERE/stolen', resourceLinkId: 'link-line-4' }]],
    ['made', { id: 'ELSEWHERE/stolen' }],
    ['no web address', { id: 'javascript:alert(1)' }],
  ])('that a platform places elsewhere (%s) receives nothing', async (_what, answer) => {
    const own = await startBeside()
    try {
      const made = JSON.parse(JSON.stringify(answer).replaceAll('ELSEWHERE', own.url)) as unknown
      beside.said['/lines'] = { body: made }
      await owing('line-4', { lineitems: `${beside.url}/lines` })
      await sendNow()
      expect(own.came).toEqual([])
      expect(await gradeOf('line-4')).toMatchObject({ sent_version: 0, problem: 'no_line' })
    } finally {
      own.server.close()
    }
  })
})

describe('a list of people', () => {
  const context = (id: string, address: string) => ({
    [`${CLAIM}/context`]: { id, title: id },
    [ROSTER]: { context_memberships_url: address },
  })
  const sync = () => inNoordwind(async () => (await import('../server/services/roster.js')).syncRosters())
  const contextOf = (title: string) =>
    system(() => db.from('lti_contexts').where('title', title).firstOrFail()) as Promise<{
      synced_at: Date | null
      sync_error: string | null
    }>
  beforeEach(() => system(() => db.from('lti_contexts').delete()))

  it('that is broken does not block the others of that platform', async () => {
    beside.said['/broken-list'] = { status: 500, body: {} }
    be('roster-1', context('broken', `${beside.url}/broken-list`), [INSTRUCTOR])
    await launch()
    be('roster-1', context('whole', `${platform.url}/members`), [INSTRUCTOR])
    await launch()
    for (let night = 0; night < 2; night++) await sync()
    expect((await contextOf('broken')).sync_error).toBe('answered: 500')
    expect((await contextOf('whole')).synced_at).not.toBeNull()
  })

  it('never sends our token elsewhere, and an endless list is aborted', async () => {
    const own = await startBeside()
    try {
      beside.said['/list'] = { body: { members: [] }, link: `<${own.url}/more>; rel="next"` }
      beside.said['/round'] = { body: { members: [] }, link: `<${beside.url}/round>; rel="next"` }
      be('roster-2', context('elsewhere', `${beside.url}/list`), [INSTRUCTOR])
      await launch()
      be('roster-2', context('round', `${beside.url}/round`), [INSTRUCTOR])
      await launch()
      await sync()
      expect(own.came).toEqual([])
      expect((await contextOf('elsewhere')).sync_error).toBe('list_elsewhere')
      expect((await contextOf('round')).sync_error).toBe('endless_list')
    } finally {
      own.server.close()
    }
  })
})

describe('the course of a launch', () => {
  it('with an invalid name is reported as missing', async () => {
    for (const course of ['%00', '%ED%A0%80', '%0A', `${'x'.repeat(300)}`]) {
      be('named', {
        [`${CLAIM}/custom`]: {},
        [`${CLAIM}/resource_link`]: { id: 'never' },
        [`${CLAIM}/target_link_uri`]: `${app.url}/lti/launch?course=${course}`,
      })
      expect(await launch(), course).toBe('/lti/probleem?reason=course_missing')
    }
  })

  it('is the one that its link opened before, also when another course’s short name equals its number', async () => {
    const link = { [`${CLAIM}/resource_link`]: { id: 'kept' } }
    be('kept', link)
    const first = await launch()
    expect(first).toMatch(/^\/deelnemer\/training\/\d+$/)
    const course = await system(() => db.from('learning_courses').where('shortname', 'tillen-en-dragen').firstOrFail())
    const other = await system(() =>
      db.from('learning_courses').where({ company_id: course.company_id, shortname: 'werken-op-hoogte' }).firstOrFail(),
    )
    await system(() =>
      db
        .from('learning_courses')
        .where('id', other.id)
        .update({ shortname: String(course.id) }),
    )
    try {
      be('kept', { ...link, [`${CLAIM}/custom`]: {} })
      expect(await launch()).toBe(first)
      be('kept-too', { ...link, [`${CLAIM}/custom`]: {} })
      await launch()
      expect(await system(() => db.from('lti_links').where('resource_link', 'kept').select('course_id'))).toEqual([
        { course_id: course.id },
      ])
    } finally {
      await system(() => db.from('learning_courses').where('id', other.id).update({ shortname: other.shortname }))
    }
  })
})

describe('the information for an admin', () => {
  const admin = () => signInAs('admin@platform.example')
  const rowOf = (from: TestPlatform) =>
    system(() => db.from('lti_platforms').where('issuer', from.url).orderBy('id').firstOrFail()) as Promise<{
      id: number
      company_id: number
    }>
  const check = async ({ id, company_id: company }: { id: number; company_id: number }) => {
    const { body } = await (await admin()).post(`/api/lti/companies/${company}/platforms/${id}/check`)
    const lines = body.data as { what: string; outcome: string; detail: string | null }[]
    return Object.fromEntries(lines.map(({ what, outcome, detail }) => [what, detail ? `${outcome} ${detail}` : outcome]))
  }

  it('shows the current result of a check, without a cache', async () => {
    const row = await rowOf(platform)
    expect(await check(row)).toMatchObject({ keys: 'good', token: 'good' })
    platform.faults.refuses = 403
    expect(await check(row)).toMatchObject({ keys: 'bad answered: 403', token: 'bad token_refused: 403' })
    platform.faults.refuses = 0
    await system(() => db.from('lti_platforms').where('id', row.id).update({ client_id: 'mistyped', is_active: false }))
    try {
      expect(await check(row)).toMatchObject({ active: 'bad', keys: 'good', token: 'bad token_refused: 401' })
    } finally {
      await system(() => db.from('lti_platforms').where('id', row.id).update({ client_id: platform.clientId, is_active: true }))
    }
    expect(await check(row)).not.toHaveProperty('active')
  })

  it.each([
    ['no_key_set', '<html>Log in</html>'],
    ['no_key_set', { keys: 'none' }],
    ['no_usable_key', { keys: [{ kty: 'EC', kid: 'x' }] }],
  ])('reports an invalid key set (%s)', async (problem, body) => {
    const row = await rowOf(platform)
    beside.said['/keys'] = { body }
    await system(() =>
      db
        .from('lti_platforms')
        .where('id', row.id)
        .update({ jwks_url: `${beside.url}/keys` }),
    )
    try {
      expect(await check(row)).toMatchObject({ keys: `bad ${problem}` })
    } finally {
      await system(() => db.from('lti_platforms').where('id', row.id).update({ jwks_url: platform.facts.jwks_url }))
    }
  })

  it('lists an unknown deployment in the launch log of the one company with its platform', async () => {
    const last = async () => (await system(() => db.from('lti_launches').orderBy('id', 'desc').first())) as Record<string, unknown>
    const { company_id } = await rowOf(platform)
    const begin = (deployment: string) => app.visitor().get(platform.loginUrl({ lti_deployment_id: deployment }).replace(app.url, ''))
    expect((await begin('17')).status).toBe(400)
    expect(await last()).toMatchObject({ company_id, outcome: 'deployment_unknown', detail: '17' })
    be('deployed', { [`${CLAIM}/deployment_id`]: '18' })
    expect((await browserAt(app, platform).launch()).status).toBe(400)
    expect(await last()).toMatchObject({ company_id, outcome: 'deployment_unknown', detail: '18' })
    // When two companies have it, neither reads about the other's.
    const id = await add('bouwmeester', platform, { deployments: ['b'] })
    try {
      expect((await begin('19')).status).toBe(400)
      expect(await last()).toMatchObject({ detail: '18' })
    } finally {
      await system(() => db.from('lti_platforms').where('id', id).delete())
    }
  })

  it('lists only companies where the plugin is on', async () => {
    const client = await admin()
    const names = async () => ((await client.get('/api/lti/companies')).body.data as { name: string }[]).map(({ name }) => name)
    expect(await names()).toContain('Bouwmeester')
    await app.withoutPlugin('bouwmeester', 'lti', async () => expect(await names()).not.toContain('Bouwmeester'))
  })

  it('answers 404 for a system of another company', async () => {
    const client = await admin()
    const elsewhere = `/api/lti/companies/${await companyId(app, 'bouwmeester')}`
    const { id } = await rowOf(platform)
    const source = (await inNoordwind(async () => (await import('../server/services/sources.js')).addSource('Ergens'))).source.id
    const body = { ...platformInput(platform), updated_at: '2026-01-01T00:00:00.000000Z' }
    const before = await system(() => db.from('lti_platforms').where('id', id).firstOrFail())
    for (const answer of [
      await client.put(`${elsewhere}/platforms/${id}`, body),
      await client.delete(`${elsewhere}/platforms/${id}`),
      await client.post(`${elsewhere}/platforms/${id}/check`),
      await client.put(`${elsewhere}/sources/${source}`, { name: 'Van hen', is_active: false }),
      await client.post(`${elsewhere}/sources/${source}/secret`, { keep: false }),
      await client.delete(`${elsewhere}/sources/${source}`),
    ])
      expect(answer.status).toBe(404)
    expect(await system(() => db.from('lti_platforms').where('id', id).firstOrFail())).toEqual(before)
    expect(await system(() => db.from('lti_sources').where('id', source).firstOrFail())).toMatchObject({ name: 'Ergens', is_active: true })
  })

  it('refuses to delete a platform while somebody signs in through it', async () => {
    const company = await companyId(app, 'noordwind')
    const id = await add('noordwind', platform, { client_id: 'another', deployments: ['another'] })
    const client = await admin()
    const { membership_id: membership } = (await system(() => db.from('lti_people').firstOrFail())) as { membership_id: number }
    const answer = await system(async () => {
      const trx = await db.transaction()
      await trx.table('lti_people').insert({ company_id: company, platform_id: id, sub: 'just-now', membership_id: membership })
      const removed = client.delete(`/api/lti/companies/${company}/platforms/${id}`)
      await untilBlocked(app, { orOver: removed })
      await trx.commit()
      return removed
    })
    expect(answer.body.code).toBe('platform_in_use')
    expect(await system(() => db.from('lti_people').where('sub', 'just-now').first())).not.toBeNull()
  })
})

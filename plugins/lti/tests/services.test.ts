import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { INSTRUCTOR, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, companyId, platformInput, shownBy } from './launching.js'
import { roleOf } from '../server/services/claims.js'

const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
let app: TestApp
let platform: TestPlatform
let db: typeof import('@adonisjs/lucid/services/db').default

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
const admin = () => signInAs('admin@platform.example')

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  await inNoordwind(async () => (await import('../server/services/manage.js')).addPlatform(platformInput(platform)))
})
afterAll(() => platform.stop())
beforeEach(async () => {
  platform.given.options = {}
  platform.given.deepLinking = false
  await system(() => db.from('core_rate_limits').delete())
})

const be = (sub: string, roles: string[] = [], more: object = {}) => {
  platform.given.user = { sub, given_name: 'Lena', family_name: sub, roles, ...more }
}
const launch = async () => shownBy(await browserAt(app, platform).launch())!
const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` })
/** As a supervisor does: passed by hand. */
async function pass(path: string, act = 'pass') {
  const id = path.split('/').at(-1)
  const supervisor = await signInAs('beheerder@noordwind.example')
  const { updated_at: version } = await system(() =>
    db
      .from('learning_participations')
      .where('id', id!)
      .select(db.raw(`to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at`))
      .firstOrFail(),
  )
  const done = await supervisor.post(`/api/learning/insights/${id}/acts`, { act, reason: 'Praktijk gezien', updated_at: version })
  expect(done.status, JSON.stringify(done.body)).toBeLessThan(300)
}
const gradeOf = (sub: string) =>
  system(() =>
    db.from('lti_grades as g').join('lti_people as p', 'p.id', 'g.person_id').where('p.sub', sub).select('g.*').first(),
  ) as Promise<Record<string, unknown> | null>
const sendNow = () => inNoordwind(async () => (await import('../server/services/send_grades.js')).sendDueGrades())
const dueNow = () => system(() => db.from('lti_grades').whereRaw('version > sent_version').update({ next_try_at: new Date() }))
const scoresFor = (sub: string) => platform.seen.scores.filter(({ userId }) => userId === sub)

interface Asked {
  id: number
  answers: { key: string; text: string }[]
}
/** The right answers to a question, or one wrong answer. The attempt has its own keys, so answers are matched by their text. */
async function answersTo({ id, answers }: Asked, right: boolean): Promise<string[]> {
  const { answers: authored } = await system(() => db.from('learning_questions').where('id', id).firstOrFail())
  const isRight = (text: string) =>
    (authored as { text: object; correct?: boolean }[]).some((one) => one.correct && Object.values(one.text).includes(text))
  const keys = answers.filter(({ text }) => isRight(text) === right).map(({ key }) => key)
  return right ? keys : keys.slice(0, 1)
}

describe('a grade', () => {
  it('is sent once the course is passed, to a line created for it, once per change', async () => {
    be('g-1')
    const { framed } = await launch()
    await pass(framed!.path!)
    await app.settle()
    expect(scoresFor('g-1')).toEqual([
      expect.objectContaining({ scoreGiven: 100, scoreMaximum: 100, activityProgress: 'Completed', gradingProgress: 'FullyGraded' }),
    ])
    expect([...platform.lineItems.values()]).toEqual([expect.objectContaining({ resourceLinkId: 'l-1', scoreMaximum: 100 })])
    // Nothing new, however often the job runs and the person returns.
    await launch()
    await dueNow()
    await Promise.all([sendNow(), sendNow(), sendNow()])
    expect(await dueIn('lti.send_grades')).toEqual([])
    await app.settle()
    expect(scoresFor('g-1')).toHaveLength(1)
    expect(platform.lineItems.size).toBe(1)
    expect(await gradeOf('g-1')).toMatchObject({ version: 1, sent_version: 1, problem: null })
  })

  it('is sent with the progress of each completed step, once per change, and final in the end', async () => {
    be('g-steps')
    const { framed } = await launch()
    const client = app.visitor()
    const own = `/api/learning/participations/${framed!.path!.split('/').at(-1)}`
    const call = (path: string, body: object = {}) =>
      client.post(`${own}${path}`, body, { ...bearer(framed!.token), 'x-csrf-token': 'none' })
    expect((await call('/language', { language: 'nl' })).status).toBeLessThan(300)
    await app.settle()
    expect(scoresFor('g-steps')).toEqual([expect.objectContaining({ activityProgress: 'InProgress', gradingProgress: 'NotReady' })])
    const { next_activity: step } = (await client.get(own, bearer(framed!.token))).body.data
    expect((await call(`/activities/${step}/complete`)).status).toBe(200)
    // Already done: nothing changed.
    await call(`/activities/${step}/complete`)
    await app.settle()
    const { progress } = (await client.get(own, bearer(framed!.token))).body.data
    expect(progress).toBeGreaterThan(0)
    expect(scoresFor('g-steps').slice(1)).toEqual([
      expect.objectContaining({ activityProgress: 'InProgress', gradingProgress: 'Pending', scoreGiven: progress, scoreMaximum: 100 }),
    ])
    await pass(framed!.path!)
    await app.settle()
    expect(scoresFor('g-steps').slice(2)).toEqual([
      expect.objectContaining({ activityProgress: 'Completed', gradingProgress: 'FullyGraded', scoreGiven: 100 }),
    ])
  })

  it('is that of the test: a practice quiz never counts in it', async () => {
    be('g-practice')
    const { framed } = await launch()
    const client = app.visitor()
    const headers = { ...bearer(framed!.token), 'x-csrf-token': 'none' }
    const own = `/api/learning/participations/${framed!.path!.split('/').at(-1)}`
    const ok = async (answer: ReturnType<typeof client.get>) => {
      const { status, body } = await answer
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      return body.data
    }
    /** Does the pages before the next quiz, then the quiz with this number of wrong answers. @returns its grade */
    const nextQuiz = async (wrong: number): Promise<number> => {
      for (;;) {
        const course = await ok(client.get(own, headers))
        const step = `${own}/activities/${course.next_activity}`
        const all = course.modules.flatMap((module: { activities: object[] }) => module.activities) as { id: number; type: string }[]
        if (all.find(({ id }) => id === course.next_activity)!.type !== 'quiz') {
          await ok(client.post(`${step}/complete`, {}, headers))
          continue
        }
        const attempt = `/api/learning/attempts/${(await ok(client.post(`${step}/attempts`, {}, headers))).id}`
        const { questions } = await ok(client.get(attempt, headers))
        for (const [index, question] of (questions as Asked[]).entries())
          await ok(client.put(`${attempt}/answers/${question.id}`, { answers: await answersTo(question, index >= wrong) }, headers))
        return (await ok(client.post(`${attempt}/submit`, {}, headers))).grade
      }
    }
    await ok(client.post(`${own}/language`, { language: 'nl' }, headers))
    expect(await nextQuiz(1), 'the practice quiz').toBe(75)
    await app.settle()
    // Until the test, the score is the progress alone.
    expect(scoresFor('g-practice').at(-1)).toMatchObject({ scoreGiven: (await ok(client.get(own, headers))).progress })
    expect(await nextQuiz(0), 'the test').toBe(100)
    const { next_activity: last } = await ok(client.get(own, headers))
    await ok(client.post(`${own}/activities/${last}/evaluation`, { answers: { nut: 4, herkenbaar: 4, anders: 'a' } }, headers))
    await app.settle()
    expect(scoresFor('g-practice').at(-1)).toMatchObject({ scoreGiven: 100, gradingProgress: 'FullyGraded' })
  })

  it('turns from provisional into final', async () => {
    const { factOf } = await import('../server/services/grades.js')
    expect(factOf({ status: 'busy', grade: null, progress: 0 })).toEqual({ score: null, activity: 'InProgress' })
    expect(factOf({ status: 'busy', grade: 80, progress: 50 })).toEqual({ score: 40, activity: 'InProgress' })
    expect(factOf({ status: 'busy', grade: 80, progress: 100 })?.score).toBe(factOf({ status: 'passed', grade: 80, progress: 100 })?.score)
    expect(factOf({ status: 'busy', grade: null, progress: 100 })?.score).toBe(
      factOf({ status: 'passed', grade: null, progress: 100 })?.score,
    )
  })

  it('waits with growing delays while the system is down, and arrives once when it is back', async () => {
    be('g-2')
    const { framed } = await launch()
    platform.faults.isDown = true
    await pass(framed!.path!)
    await app.settle()
    const waits: number[] = []
    for (let i = 0; i < 4; i++) {
      const grade = (await gradeOf('g-2')) as { next_try_at: Date; tries: number; problem: string }
      waits.push(grade.next_try_at.getTime() - Date.now())
      expect(grade.problem).not.toBeNull()
      await dueNow()
      expect(await dueIn('lti.send_grades')).toEqual(['noordwind'])
      await sendNow()
      expect(await dueIn('lti.send_grades')).toEqual([])
    }
    for (let i = 1; i < waits.length; i++) expect(waits[i]!).toBeGreaterThan(waits[i - 1]! * 1.5)
    platform.faults.isDown = false
    await dueNow()
    await sendNow()
    expect(scoresFor('g-2')).toHaveLength(1)
    expect(await gradeOf('g-2')).toMatchObject({ sent_version: 1, tries: 0, problem: null })
  })

  it('that changes while the system is down is sent with its last value', async () => {
    be('g-3')
    const { framed } = await launch()
    platform.faults.isDown = true
    const id = Number(framed!.path!.split('/').at(-1))
    const { gradeChanged } = await import('../server/services/grades.js')
    for (const grade of [40, 60, 80]) {
      await system(() => db.from('learning_participations').where('id', id).update({ status: 'failed', grade }))
      await inNoordwind(() => gradeChanged(id))
    }
    await app.settle()
    platform.faults.isDown = false
    await dueNow()
    await sendNow()
    expect(scoresFor('g-3').map(({ scoreGiven }) => scoreGiven)).toEqual([80])
  })

  it('that is refused permanently waits for a person, who sends it again', async () => {
    be('g-4')
    const { framed } = await launch()
    platform.faults.refuses = 403
    // A cached token: the refusal concerns the grade.
    await pass(framed!.path!)
    await app.settle()
    platform.faults.refuses = 0
    const grade = (await gradeOf('g-4')) as { id: number }
    expect(grade).toMatchObject({ next_try_at: null, sent_version: 0 })
    const client = await admin()
    const listed = await client.get('/api/lti/grades?state=failed')
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id: grade.id, state: 'failed' }))
    const again = await client.post('/api/lti/grades/act', { action: 'lti.send_again', ids: [grade.id] })
    expect(again.status, JSON.stringify(again.body)).toBeLessThan(300)
    await app.settle()
    expect(scoresFor('g-4')).toHaveLength(1)
    // The reader of the outcome also sees the person.
    const { data: told } = (await client.get(`/api/core/tasks/${again.body.data.id}/rows`)).body
    const { person } = listed.body.data.find(({ id }: { id: number }) => id === grade.id)
    expect(told).toEqual([{ key: String(grade.id), name: person, code: null }])
  })

  it('is sent with a renewed token when the system rejects the last one', async () => {
    be('g-5')
    const { framed } = await launch()
    platform.tokens.clear()
    await pass(framed!.path!)
    await app.settle()
    expect(scoresFor('g-5')).toHaveLength(1)
  })
})

describe('selecting courses (deep linking)', () => {
  const begin = async () => {
    be('t-9', [INSTRUCTOR])
    platform.given.deepLinking = true
    const { framed } = await launch()
    return { token: framed!.path!.replace('/lti/kiezen/', ''), auth: bearer(framed!.token) }
  }

  it('returns several, signed, once', async () => {
    const { token, auth } = await begin()
    const { body } = await app.visitor().get(`/api/lti/offers/${token}`, auth)
    expect(body.data).toMatchObject({ several: true, takes_links: true })
    const ids = (body.data.offers as { id: number }[]).slice(0, 2).map(({ id }) => id)
    const send = () =>
      fetch(`${app.url}/lti/deeplink`, {
        method: 'POST',
        body: new URLSearchParams([['token', token], ...ids.map((id) => ['courses', String(id)])]),
      })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const good = answers.find(({ status }) => status === 200)!
    const html = await good.text()
    expect(good.headers.get('content-security-policy')).toContain(`form-action 'self' ${platform.url}`)
    const jwt = /name="JWT" value="([^"]+)"/.exec(html)![1]!
    const { payload } = await jwtVerify(jwt, createRemoteJWKSet(new URL(`${app.url}/lti/jwks`)), {
      issuer: platform.clientId,
      audience: platform.url,
    })
    expect(payload[`${DL}/data`]).toBe('kept "for" <us>')
    const items = payload[`${DL}/content_items`] as { url: string; type: string; custom: { course: string } }[]
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ type: 'ltiResourceLink', url: expect.stringContaining(`${app.url}/lti/launch?course=`) })
    // The selection opens as it was selected.
    platform.given.deepLinking = false
    be('u-picked')
    platform.given.options = {
      claims: {
        'https://purl.imsglobal.org/spec/lti/claim/custom': undefined,
        'https://purl.imsglobal.org/spec/lti/claim/target_link_uri': items[0]!.url,
      },
    }
    expect((await launch()).framed!.path).toMatch(/^\/deelnemer\/training\/\d+$/)
  })

  it('is for teachers, and only for the one who was sent there', async () => {
    be('u-8')
    platform.given.deepLinking = true
    expect((await launch()).framed!.path).toBe('/lti/probleem?reason=not_instructor')
    const { token } = await begin()
    expect((await (await signInAs('beheerder@noordwind.example')).get(`/api/lti/offers/${token}`)).status).toBe(404)
  })

  it('returns to no address that runs a script', async () => {
    be('t-9', [INSTRUCTOR])
    platform.given.deepLinking = true
    platform.given.options = {
      claims: { [`${DL}/deep_linking_settings`]: { deep_link_return_url: 'javascript:alert(1)', accept_types: ['ltiResourceLink'] } },
    }
    expect((await launch()).framed!.path).toBe('/lti/probleem?reason=return_missing')
  })
})

describe('the list of people (names and roles)', () => {
  it('creates new people, renames, and marks people who left; nobody is deleted', async () => {
    be('t-1', [INSTRUCTOR])
    await launch()
    platform.given.members = [
      { user_id: 'r-1', roles: ['Learner'], given_name: 'Een', family_name: 'Rooster', status: 'Active' },
      { user_id: 'r-2', roles: ['Learner'], name: 'Twee Rooster', email: 'twee@school.example' },
      { user_id: 'r-3', roles: ['Learner'], given_name: 'Drie', family_name: 'Weg', status: 'Inactive' },
      { user_id: 't-1', roles: ['Instructor'], given_name: 'Lena', family_name: 't-1' },
    ]
    const sync = () => inNoordwind(async () => (await import('../server/services/roster.js')).syncRosters())
    const rows = async () =>
      (await system(() =>
        db
          .from('lti_context_people as cp')
          .join('lti_people as p', 'p.id', 'cp.person_id')
          .join('core_memberships as m', 'm.id', 'p.membership_id')
          .join('core_users as u', 'u.id', 'm.user_id')
          .join('lti_platforms as o', 'o.id', 'p.platform_id')
          .where('o.issuer', platform.url)
          .where('p.sub', 'like', 'r-%')
          .orderBy('p.sub')
          .select('p.sub', 'cp.status', 'u.firstname', 'u.lastname'),
      )) as Record<string, string>[]
    expect(await dueIn('lti.sync_rosters')).toEqual(['noordwind'])
    expect(await dueIn('lti.tidy')).toContain('noordwind')
    await sync()
    expect(await system(() => db.from('lti_contexts').where('title', 'Klas 2B').select('sync_error'))).toEqual([{ sync_error: null }])
    expect(await rows()).toEqual([
      { sub: 'r-1', status: 'active', firstname: 'Een', lastname: 'Rooster' },
      { sub: 'r-2', status: 'active', firstname: 'Twee', lastname: 'Rooster' },
    ])
    platform.given.members = [
      { user_id: 'r-2', roles: ['Learner'], given_name: 'Twee', family_name: 'Nieuwenaam' },
      { user_id: 't-1', roles: ['Instructor'], given_name: 'Lena', family_name: 't-1' },
    ]
    await sync()
    expect(await rows()).toEqual([
      { sub: 'r-1', status: 'left', firstname: 'Een', lastname: 'Rooster' },
      { sub: 'r-2', status: 'active', firstname: 'Twee', lastname: 'Nieuwenaam' },
    ])
    // Half a list or none marks nobody as left.
    platform.faults.isDown = true
    await sync()
    platform.faults.isDown = false
    expect((await rows()).at(-1)).toMatchObject({ status: 'active' })
    const context = await system(() => db.from('lti_contexts').where('title', 'Klas 2B').firstOrFail())
    expect(context.sync_error).not.toBeNull()
  })

  it('is read at once when its teacher or an admin requests it, and for nobody else', async () => {
    be('t-1', [INSTRUCTOR])
    const { framed } = await launch()
    const visitor = app.visitor()
    const session = { ...bearer(framed!.token), 'x-csrf-token': 'none' }
    const sync = () => visitor.post(`${at}/roster`, {}, session)
    const results = async () => (await visitor.get(`${at}/results`, session)).body.data
    const { id } = await system(() =>
      db.from('lti_links as l').join('lti_contexts as c', 'c.id', 'l.context_id').where('c.title', 'Klas 2B').select('l.id').firstOrFail(),
    )
    const at = `/api/lti/links/${id}`
    platform.given.members = [
      { user_id: 'now-1', roles: ['Learner'], given_name: 'Nu', family_name: 'Meteen', status: 'Active' },
      { user_id: 't-1', roles: ['Instructor'], given_name: 'Lena', family_name: 't-1' },
    ]
    const { body } = await sync()
    expect(body.data).toMatchObject({ failed: false, synced_at: expect.any(String) })
    const shown = await results()
    expect(shown.roster).toEqual(body.data)
    expect(shown.people.map(({ lastname }: { lastname: string }) => lastname)).toContain('Meteen')
    // Missing data of a platform is reported, and the list stays.
    platform.faults.isDown = true
    expect((await sync()).body.data.failed).toBe(true)
    platform.faults.isDown = false
    expect((await results()).people).toHaveLength(shown.people.length)
    const others = await Promise.all(['leerling@noordwind.example', 'beheerder@bouwmeester.example'].map((email) => signInAs(email)))
    for (const client of others) expect((await client.post(`${at}/roster`, {})).status).toBe(404)

    const operator = await admin()
    const found = await system(() => db.from('lti_platforms').where('issuer', platform.url).firstOrFail())
    const asked = (platformId: number) => operator.post(`/api/lti/companies/${found.company_id}/platforms/${platformId}/roster`, {})
    expect((await asked(found.id)).status).toBe(202)
    await app.settle()
    expect((await results()).roster.failed).toBe(false)
    expect((await asked(999_999)).status).toBe(404)
  })
})

describe('a session from a launch', () => {
  it('needs no mailed code, and the address is verified only where its domain is trusted', async () => {
    be('v-1', [], { email: 'v1@untrusted.example' })
    const { framed } = await launch()
    const { body } = await app.visitor().get('/user/identify', bearer(framed!.token))
    expect(body).toMatchObject({ email: 'v1@untrusted.example', email_verify_code: null })
    const { email_verified_at: at } = await system(() => db.from('core_users').where('email', 'v1@untrusted.example').firstOrFail())
    expect(at).toBeNull()
  })
})

describe('a platform that registers itself', () => {
  it('does so once, with an address that an admin created for one company', async () => {
    const fresh = await startLtiPlatform(app.url)
    try {
      const client = await admin()
      const id = await companyId(app, 'bouwmeester')
      const { url } = (await client.post(`/api/lti/companies/${id}/invitation`)).body.data as { url: string }
      const register = (more: object = {}) => {
        const address = new URL(url)
        for (const [name, value] of Object.entries({
          openid_configuration: `${fresh.url}/.well-known/openid-configuration`,
          registration_token: 'open-sesame',
          ...more,
        }))
          address.searchParams.set(name, String(value))
        return app.visitor().get(`${address.pathname}${address.search}`)
      }
      // A failure uses nothing up.
      expect((await register({ registration_token: 'wrong' })).status).toBe(409)
      expect((await register({ openid_configuration: 'http://10.0.0.1/config' })).status).toBe(409)
      expect((await register({ token: 'x'.repeat(32) })).status).toBe(404)
      const good = await register()
      expect(good.status, String(good.body)).toBe(200)
      expect(String(good.body)).toContain('org.imsglobal.lti.close')
      expect((await register()).status).toBe(409)
      expect(fresh.seen.registrations).toBe(1)
      // Its picture is the company's, which the platform can load.
      const { logo_uri: logo } = fresh.seen.tool as { logo_uri: string }
      const picture = await app.visitor().get(logo.slice(new URL(logo).origin.length))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')])
      expect(fresh.seen.tool).toMatchObject({
        logo_uri: expect.stringMatching(/^https?:\/\//),
        'https://purl.imsglobal.org/spec/lti-tool-configuration': {
          description: expect.stringContaining('trainingen, toetsen en certificaten'),
          messages: [
            { type: 'LtiResourceLinkRequest' },
            { type: 'LtiDeepLinkingRequest', placements: expect.arrayContaining(['ContentArea']) },
          ],
        },
      })
      const shown = (await client.get(`/api/lti/companies/${id}/platforms`)).body.data.platforms as object[]
      expect(shown).toContainEqual(expect.objectContaining({ issuer: fresh.url, client_id: fresh.clientId, deployments: ['1'] }))
      // And it can launch at once, in that company.
      fresh.given.user = { sub: 'new-1', given_name: 'Nieuw', family_name: 'Hier', roles: [] }
      expect(shownBy(await browserAt(app, fresh).launch())!.user).toMatchObject({ firstname: 'Nieuw' })
    } finally {
      await fresh.stop()
    }
  })
})

describe('the admin page for platforms', () => {
  const body = (more: object = {}) => ({
    name: 'School',
    issuer: 'https://lms.school.example',
    client_id: 'abc',
    deployments: ['9'],
    auth_url: 'https://lms.school.example/auth',
    token_url: 'https://lms.school.example/token',
    jwks_url: 'https://lms.school.example/jwks',
    public_key: null,
    audience: null,
    frame_origins: [],
    trusted_domains: [],
    is_active: true,
    ...more,
  })

  it('adds, changes and deletes, and reports the wrong field', async () => {
    const client = await admin()
    const path = `/api/lti/companies/${await companyId(app, 'noordwind')}/platforms`
    const wrong = async (more: object) => (await client.post(path, body(more))).body.errors?.[0]
    expect(await wrong({ jwks_url: 'http://10.0.0.8/jwks' })).toMatchObject({ field: 'jwks_url', rule: 'not_public' })
    expect(await wrong({ token_url: 'https://169.254.169.254/token' })).toMatchObject({ field: 'token_url', rule: 'not_public' })
    expect(await wrong({ jwks_url: null })).toMatchObject({ field: 'jwks_url', rule: 'required' })
    expect(await wrong({ jwks_url: null, public_key: 'geen sleutel' })).toMatchObject({ field: 'public_key', rule: 'no_key' })
    expect(await wrong({ frame_origins: ['https://*'] })).toBeDefined()
    const made = await client.post(path, body())
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id, updated_at } = made.body.data
    expect(await wrong({})).toMatchObject({ rule: 'unique' })
    const changed = await client.put(`${path}/${id}`, { ...body({ deployments: ['9', '10'], name: 'School B' }), updated_at })
    expect(changed.body.data).toMatchObject({ name: 'School B', deployments: ['9', '10'] })
    expect((await client.put(`${path}/${id}`, { ...body(), updated_at })).status).toBe(409)
    expect((await client.delete(`${path}/${id}`)).status).toBe(200)
    const used = await system(() => db.from('lti_platforms').where('issuer', platform.url).firstOrFail())
    expect((await client.delete(`${path}/${used.id}`)).body.code).toBe('platform_in_use')
  })

  it('explains which checks pass', async () => {
    const client = await admin()
    const used = await system(() => db.from('lti_platforms').where('issuer', platform.url).firstOrFail())
    const check = async () =>
      Object.fromEntries(
        (
          (await client.post(`/api/lti/companies/${used.company_id}/platforms/${used.id}/check`)).body.data as {
            what: string
            outcome: string
          }[]
        ).map(({ what, outcome }) => [what, outcome]),
      )
    expect(await check()).toMatchObject({ keys: 'good', deployments: 'good', token: 'good' })
    await system(() =>
      db
        .from('lti_platforms')
        .where('id', used.id)
        .update({ token_url: `${platform.url}/nowhere` }),
    )
    expect(await check()).toMatchObject({ token: 'bad' })
    await system(() => db.from('lti_platforms').where('id', used.id).update({ token_url: platform.facts.token_url }))
  })

  it('is not available to anybody else', async () => {
    const path = `/api/lti/companies/${await companyId(app, 'noordwind')}/platforms`
    for (const who of ['beheerder@noordwind.example', 'leerling@noordwind.example']) {
      const client = await signInAs(who)
      expect((await client.get(path)).status).toBe(403)
      expect((await client.get('/api/lti/grades')).status).toBe(403)
    }
  })
})

describe('the key set', () => {
  it('contains public keys only, of every company, and a next one before it signs', async () => {
    const read = async () => (await app.visitor().get('/lti/jwks')).body.keys as Record<string, string>[]
    const before = await read()
    for (const key of before) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    await inNoordwind(async () => {
      const { rotateKeys, signAsCompany } = await import('../server/services/own_keys.js')
      const kidOf = async () =>
        (JSON.parse(Buffer.from((await signAsCompany({}, 60)).split('.')[0]!, 'base64url').toString()) as { kid: string }).kid
      const first = await kidOf()
      await db.rawQuery(`update lti_keys set created_at = now() - interval '181 days'`)
      await rotateKeys()
      expect(await kidOf()).toBe(first)
      expect((await read()).length).toBe(before.length + 1)
      await db.rawQuery(`update lti_keys set created_at = now() - interval '2 days' where kid <> ?`, [first])
      await rotateKeys()
      expect(await kidOf()).not.toBe(first)
      // Anybody who stored an earlier signature can still verify it.
      expect((await read()).map(({ kid }) => kid)).toContain(first)
    })
  })
})

describe('the values that platforms send', () => {
  it('are read as the standard says', async () => {
    const { nextOf } = await import('../server/services/roster.js')
    const { scoresOf } = await import('../server/services/send_grades.js')
    expect(scoresOf('https://lms.example/li/1/lineitem?type_id=3')).toBe('https://lms.example/li/1/lineitem/scores?type_id=3')
    expect(nextOf('<https://lms.example/m?p=2>; rel="next", <https://lms.example/m?d=1>; rel="differences"')).toBe(
      'https://lms.example/m?p=2',
    )
    expect(nextOf('<https://lms.example/m?d=1>; rel="differences"')).toBeNull()
    expect(nextOf(null)).toBeNull()
    expect(roleOf(['http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant'])).toBe('instructor')
    expect(roleOf(['Instructor'])).toBe('instructor')
    expect(roleOf(['http://purl.imsglobal.org/vocab/lis/v2/system/person#SysAdmin'])).toBe('administrator')
    expect(roleOf(['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner', 'made#up'])).toBe('learner')
  })
})

import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import {
  courseFailed,
  coursePassed,
  participationChanged,
  participationRegistered,
  type ParticipationFacts,
} from '#plugins/learning/contract/index'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let membershipId: number

beforeAll(async () => {
  app = await testApp()
  // Services are available only after the application started.
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  membershipId = await app.inCompany(
    'noordwind',
    async () => (await db.from('core_memberships').where('role', 'leerling').orderBy('id').firstOrFail()).id,
  )
})

const daysAgo = (days: number) => DateTime.utc().minus({ days }).toISO()
const facts = (participationId: number): ParticipationFacts => ({
  participationId,
  membershipId,
  courseId: 1,
  courseVersionId: 1,
  courseName: { nl: 'Proef', en: 'Trial' },
})
/** Not in the future: an event that is not due yet counts once the clock reaches it. */
const passed = (id: number, days: number) => ({
  ...facts(id),
  language: 'nl',
  grade: 90,
  passedAt: daysAgo(days),
  certificateValidMonths: null,
})

/** Emits an event as a plugin would, and waits until the listeners have handled it. */
async function happen(
  write: (emit: typeof import('#core/events/outbox').emit, trx: Parameters<typeof import('#core/events/outbox').emit>[0]) => Promise<void>,
) {
  const { emit } = await import('#core/events/outbox')
  await app.inCompany('noordwind', () => db.transaction((trx) => write(emit, trx)))
  await app.settle()
}
const kpis = async (client = supervisor, period = 30) => (await client.get(`/api/reports/kpis?period=${period}`)).body.data

describe('the numbers', () => {
  it('change when a person registers, passes or fails', async () => {
    const before = await kpis()
    const adminBefore = await kpis(admin)
    await happen(async (emit, trx) => {
      await emit(trx, participationRegistered, { ...facts(800_001), registeredAt: daysAgo(2) })
      await emit(trx, coursePassed, passed(800_001, 1))
      await emit(trx, courseFailed, { ...facts(800_002), grade: 20, failedAt: daysAgo(1) })
      // In the previous period.
      await emit(trx, coursePassed, passed(800_003, 40))
    })
    const after = await kpis()
    expect(after.new_enrollments.value).toBe(before.new_enrollments.value + 1)
    expect(after.enrollments.value).toBe(before.enrollments.value + 1)
    expect(after.passed_participants).toMatchObject({
      value: before.passed_participants.value + 1,
      before: before.passed_participants.before + 1,
    })
    expect((await kpis(admin)).passed_participants.value).toBe(adminBefore.passed_participants.value + 1)
  })

  it.each(['told in their order', 'told the wrong way round'])('do not count a cancelled enrolment, %s', async (order) => {
    const id = order === 'told in their order' ? 800_005 : 800_006
    const before = await kpis()
    const given = () => happen((emit, trx) => emit(trx, participationRegistered, { ...facts(id), registeredAt: daysAgo(2) }))
    const takenBack = () =>
      happen(async (emit, trx) => {
        const at = daysAgo(0)
        const change = { ...facts(id), expiresAt: null, changedAt: at }
        await emit(trx, participationChanged, { ...change, act: 'extend', status: 'registered', finishedAt: null })
        await emit(trx, participationChanged, { ...change, act: 'cancel', status: 'cancelled', finishedAt: at })
      })
    if (id === 800_005) {
      await given()
      expect((await kpis()).enrollments.value).toBe(before.enrollments.value + 1)
    } else await takenBack()
    await (id === 800_005 ? takenBack() : given())
    const after = await kpis()
    for (const kpi of ['new_enrollments', 'enrollments']) {
      expect(after[kpi].value, kpi).toBe(before[kpi].value)
      // The report of the tile, on the screen and as a file.
      const { data: definition } = (await supervisor.get(`/api/reports/standard?kpi=${kpi}`)).body
      const { body: shown } = await supervisor.post('/api/reports/preview', { definition })
      expect(shown.data.total, kpi).toBe(after[kpi].value)
    }
    const { body } = await supervisor.get('/api/reports/actions?limit=100')
    const told = body.data.filter((action: { kind: string }) => action.kind === 'withdrawn')
    expect(told[0]).toMatchObject({ membership_id: membershipId, course_name: 'Proef' })
  })

  it('count new participants from the memberships of the period', async () => {
    const before = await kpis()
    for (const days of [3, 45]) await createParticipant('noordwind', { membership: { created_at: daysAgo(days) } })
    const after = await kpis()
    expect(after.new_participants).toMatchObject({ value: before.new_participants.value + 1, before: before.new_participants.before + 1 })
  })

  it('do not change for events of another company', async () => {
    const other = await signInAs('beheerder@bouwmeester.example')
    const before = await kpis(other, 365)
    await happen((emit, trx) => emit(trx, coursePassed, passed(800_010, 1)))
    expect(await kpis(other, 365)).toEqual(before)
  })

  it('count an event once for duplicate deliveries', async () => {
    const { recordPassed } = await import('../server/services/action_record.js')
    await app.inCompany('noordwind', async () => {
      const facts = passed(800_020, 1)
      await recordPassed(facts)
      await recordPassed(facts)
      const { n } = await db.from('reports_actions').where('participation_id', 800_020).count('* as n').first()
      expect(n).toBe(1)
    })
  })
})

describe('the series', () => {
  it.each([
    [7, 'day', 7],
    [30, 'week', 4],
    [90, 'week', 13],
    [365, 'month', 12],
  ])('of %i days is by %s, and adds up to the number', async (period, unit, least) => {
    const { body } = await supervisor.get(`/api/reports/kpis?period=${period}`)
    expect(body.meta.unit).toBe(unit)
    expect(body.meta.buckets.length).toBeGreaterThanOrEqual(least)
    expect(body.meta.buckets.length).toBeLessThanOrEqual(least + 2)
    const { new_participants, new_enrollments, passed_participants, enrollments } = body.data
    for (const { value, series } of [new_participants, new_enrollments, passed_participants])
      expect(series.reduce((sum: number, count: number) => sum + count, 0)).toBe(value)
    expect(enrollments.series.at(-1)).toBe(enrollments.value)
    expect(new_enrollments.value).toBeGreaterThan(0)
  })
})

describe('the recent actions', () => {
  it('say who did what, newest first, in the reader’s language', async () => {
    await happen((emit, trx) => emit(trx, coursePassed, passed(800_030, 0)))
    const { body } = await supervisor.get('/api/reports/actions?limit=2')
    const newest = { membership_id: membershipId, person_name: 'Sanne de Vries', course_name: 'Proef', company_name: 'Noordwind' }
    // Passing gives the certificate at the same moment.
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...newest, kind: 'passed', grade: 90 }),
        expect.objectContaining({ ...newest, kind: 'certificate' }),
      ]),
    )
  })

  it('show people’s current names, and the stored names of people who left', async () => {
    await happen((emit, trx) => emit(trx, coursePassed, passed(800_031, 0)))
    const called = async () => {
      const { body } = await supervisor.get('/api/reports/actions?limit=100')
      const { body: report } = await supervisor.post('/api/reports/preview', {
        definition: {
          ...{
            source: 'reports.actions',
            columns: ['person'],
            match: 'all',
            filters: [{ column: 'person', op: 'contains', value: 'Jansen' }],
          },
          ...{ period: null, people: {}, company: null, group: null, chart: null, sort: null },
        },
      })
      const names = body.data
        .filter((action: { membership_id: number | null }) => action.membership_id === membershipId)
        .map((action: { person_name: string }) => action.person_name)
      return { names: [...new Set(names)], found: report.data.total as number }
    }
    const { user_id: user, lastname } = await app.asSystem(() =>
      db
        .from('core_memberships as m')
        .join('core_users as u', 'u.id', 'm.user_id')
        .where('m.id', membershipId)
        .select('m.user_id', 'u.lastname')
        .firstOrFail(),
    )
    const rename = (name: string) => app.asSystem(() => db.from('core_users').where('id', user).update({ lastname: name }))
    const found = (await called()).found
    await rename('Jansen')
    const renamed = await called()
    expect(renamed.names).toEqual(['Sanne de Jansen'])
    expect(renamed.found).toBeGreaterThan(found)
    await rename(lastname)
    await app.inCompany('noordwind', () =>
      db.from('reports_actions').where('participation_id', 800_031).update({ membership_id: null, person_name: 'Wie Weg' }),
    )
    const { body } = await supervisor.get('/api/reports/actions?limit=100')
    expect(body.data.map((action: { person_name: string }) => action.person_name)).toContain('Wie Weg')
  })

  it('load more without duplicates or gaps, also when something happens meanwhile', async () => {
    const seen: number[] = []
    const everything = (await supervisor.get('/api/reports/actions?limit=100')).body.data.map((action: { id: number }) => action.id)
    let next: string | null = null
    do {
      const { body }: { body: { data: { id: number }[]; meta: { next: string | null } } } = await supervisor.get(
        `/api/reports/actions?limit=7${next ? `&before=${next}` : ''}`,
      )
      seen.push(...body.data.map(({ id }) => id))
      next = body.meta.next
      if (seen.length === 7) await happen((emit, trx) => emit(trx, coursePassed, passed(800_040, 0)))
    } while (next && seen.length < 100)
    expect(seen.slice(0, everything.length)).toEqual(everything.slice(0, seen.length))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('are limited to one company for a supervisor, and include all for an admin', async () => {
    const own = (await supervisor.get('/api/reports/actions?limit=100')).body.data
    expect(new Set(own.map((action: { company_name: string }) => action.company_name))).toEqual(new Set(['Noordwind']))
    const bouwmeester = await signInAs('beheerder@bouwmeester.example')
    const theirs = (await bouwmeester.get('/api/reports/actions?limit=100')).body.data.map((action: { id: number }) => action.id)
    expect(own.filter((action: { id: number }) => theirs.includes(action.id))).toEqual([])
  })

  it('refuse an invalid cursor or limit', async () => {
    for (const query of ['before=abc', "before=1-1'", 'limit=0', 'limit=1000']) {
      expect((await supervisor.get(`/api/reports/actions?${query}`)).status).toBe(422)
    }
    expect((await supervisor.get('/api/reports/kpis?period=31')).status).toBe(422)
    expect((await supervisor.get('/api/reports/actions?before=999999999999999-999999999999999999')).status).toBe(200)
  })

  it('need as many queries for 10 rows as for 50', async () => {
    await app.inCompany('noordwind', async () => {
      const { recordPassed } = await import('../server/services/action_record.js')
      for (let index = 0; index < 50; index++) {
        await recordPassed(passed(810_000 + index, 1))
      }
    })
    const few = await app.countQueries(() => supervisor.get('/api/reports/actions?limit=10'))
    const many = await app.countQueries(async () =>
      expect((await supervisor.get('/api/reports/actions?limit=50')).body.data).toHaveLength(50),
    )
    expect(many).toBe(few)
    expect(await app.countQueries(() => supervisor.get('/api/reports/kpis'))).toBeLessThanOrEqual(2)
    // The layout and everything that needs attention, with names.
    const begins = (client: TestClient) =>
      app.countQueries(async () => expect((await client.get('/api/reports/dashboard')).body.data.attention.length).toBeGreaterThan(4))
    expect(await begins(supervisor)).toBeLessThanOrEqual(6)
    expect(await begins(admin)).toBeLessThanOrEqual(6)
  })
})

interface Attention {
  key: string
  count: number
  href: string
  names: string[]
}

/** The rows of the page that an item links to. */
const LISTS: Record<string, string> = {
  '/deelnemers': '/api/people/participants',
  '/trainingen/aanvragen': '/api/catalogue/requests',
  '/extern/trainingen/beoordelen': '/api/external_courses/review',
}

describe('what needs attention', () => {
  const attention = async (query = ''): Promise<Attention[]> => (await supervisor.get(`/api/reports/dashboard${query}`)).body.data.attention

  it('starts with late people, until their due date changes', async () => {
    const late = async () => (await attention()).find(({ key }) => key === 'learning.overdue')
    expect((await attention())[0]).toMatchObject({ key: 'learning.overdue', count: 1, names: ['Daan Bakker'] })
    await app.inCompany('noordwind', () =>
      db.from('learning_participations').where('due_at', '<', db.raw('current_date')).update({ due_at: null }),
    )
    expect(await late()).toBeUndefined()
  })

  it('counts for each kind as many as the list that it links to has rows, and its file', async () => {
    // One of each kind, in addition to those of the demo.
    await app.asSystem(async () => {
      const { company_id: company } = await db.from('core_memberships').where('id', membershipId).firstOrFail()
      const mine = () => db.from('learning_participations').where({ company_id: company, membership_id: membershipId })
      const [first] = await mine().orderBy('id').limit(1).select('id')
      const one = () => db.from('learning_participations').where('id', first.id)
      await one().update({ status: 'busy', due_at: '2020-01-01', expires_at: new Date(Date.now() + 5 * 86_400_000), current: true })
      const others = await db
        .from('learning_participations')
        .where('company_id', company)
        .whereNot('membership_id', membershipId)
        .whereIn('membership_id', db.from('core_memberships').where({ company_id: company, status: 'active' }).select('id'))
        .where('current', true)
        .orderBy('id')
        .limit(3)
        .select('id', 'membership_id')
      const change = (index: number, values: object) => db.from('learning_participations').where('id', others[index].id).update(values)
      await change(0, { status: 'registered', language: null, expires_at: null, registered_at: new Date(Date.now() - 20 * 86_400_000) })
      await change(1, { status: 'failed', finished_at: new Date() })
      const activity = await db.from('learning_activities').orderBy('id').firstOrFail()
      await db.table('learning_attempts').insert({
        ...{ company_id: company, participation_id: others[2].id, activity_id: activity.id, number: 90, status: 'in_review' },
      })
      const inAWeek = new Date(Date.now() + 7 * 86_400_000)
      await db
        .from('certificates_certificates')
        .where({ company_id: company, membership_id: membershipId })
        .update({ valid_until: inAWeek })
      await db.table('external_courses_courses').insert({
        ...{ company_id: company, membership_id: membershipId, name: 'BHV', status: 'passed', valid_until: inAWeek },
      })
      await db
        .from('core_mail_outbox')
        .where({ company_id: company })
        .whereNotNull('membership_id')
        .update({ status: 'bounced', holds: true })
    })
    const items = await attention()
    expect(items.map(({ key }) => key)).toEqual([
      'learning.overdue',
      'learning.expiring',
      'learning.not_started',
      'learning.failed',
      'learning.review',
      'certificates.soon',
      'external_courses.soon',
      'people.mail',
      'external_courses.to_review',
      'catalogue.requested',
    ])
    for (const { key, href, count } of items) {
      const [path, query] = href.split('?') as [string, string]
      const list = LISTS[path]
      expect(list, path).toBeDefined()
      const { body } = await supervisor.get(`${list}?${query}&per_page=100`)
      expect(body.data, key).toHaveLength(count)
      expect(body.meta.total, key).toBe(count)
      const file = await supervisor.post(`${list}/export`, { format: 'csv', filter: query })
      expect(String(file.body).trim().split('\n'), key).toHaveLength(count + 1)
    }
    const unreached = new URLSearchParams(items.find(({ key }) => key === 'people.mail')!.href.split('?')[1])
    const { body: reachable } = await supervisor.get(`/api/people/participants?${unreached.toString()}&per_page=100`)
    expect(reachable.data.map(({ email }: { email: string }) => email)).toContain('nieuw@noordwind.example')
    const bouwmeester = await signInAs('beheerder@bouwmeester.example')
    const theirs: Attention[] = (await bouwmeester.get('/api/reports/dashboard')).body.data.attention
    // The demo has recorded attempts in both companies; each sees its own, an admin sees all of them.
    const reviews = (shown: Attention[]) => shown.find(({ key }) => key === 'learning.review')?.count ?? 0
    expect(reviews(theirs)).toBeLessThan(reviews(items))
    const all: Attention[] = (await admin.get('/api/reports/dashboard')).body.data.attention
    expect(reviews(all)).toBe(reviews(items) + reviews(theirs))
  })
})

describe('the dashboard of one company', () => {
  const idOf = (login: string): Promise<number> =>
    app.asSystem(async () => (await db.from('core_companies').where('login_id', login).firstOrFail()).id)
  type Kpis = Record<string, { value: number; before: number; series: number[] }>
  type Actions = { id: number }[]

  it('shows an admin who chose it what its own supervisor sees, and links to its lists and reports', async () => {
    const company = await idOf('noordwind')
    const get = async <T>(client: TestClient, path: string) => (await client.get(path)).body.data as T
    expect(await get<Kpis>(admin, `/api/reports/kpis?company=${company}`)).toEqual(await get<Kpis>(supervisor, '/api/reports/kpis'))
    expect(await get<Kpis>(admin, '/api/reports/kpis')).not.toEqual(await get<Kpis>(supervisor, '/api/reports/kpis'))
    const ids = async (client: TestClient, query: string) =>
      (await get<Actions>(client, `/api/reports/actions?limit=100${query}`)).map(({ id }) => id)
    expect(await ids(admin, `&company=${company}`)).toEqual(await ids(supervisor, ''))
    const theirs = (await get<{ attention: Attention[] }>(supervisor, '/api/reports/dashboard')).attention
    const shown = (await get<{ attention: Attention[] }>(admin, `/api/reports/dashboard?company=${company}`)).attention
    expect(shown.map(({ key, count }) => [key, count])).toEqual(theirs.map(({ key, count }) => [key, count]))
    for (const { href, count } of shown) {
      const [path, query] = href.split('?') as [string, string]
      expect(new URLSearchParams(query).get('company')).toBe(String(company))
      expect((await admin.get(`${LISTS[path]}?${query}`)).body.meta.total).toBe(count)
    }
    const standard = await get<object>(admin, `/api/reports/standard?kpi=new_enrollments&company=${company}`)
    expect(standard).toMatchObject({ company })
  })

  it('is a supervisor’s own, whatever company is in the URL', async () => {
    const other = await idOf('bouwmeester')
    for (const path of ['/api/reports/kpis?period=30', '/api/reports/actions?limit=100', '/api/reports/dashboard?period=30'])
      expect((await supervisor.get(`${path}&company=${other}`)).body.data).toEqual((await supervisor.get(path)).body.data)
    for (const path of ['kpis', 'actions']) expect((await admin.get(`/api/reports/${path}?company=abc`)).status).toBe(422)
  })
})

describe('one’s own dashboard', () => {
  it('is stored for this person only, and deleted on request', async () => {
    const layout = { order: ['reports.actions', 'reports.kpis'], hidden: ['reports.progress'] }
    const of = async (client: TestClient) => (await client.get('/api/reports/dashboard')).body.data.layout
    for (const client of [supervisor, admin]) {
      expect(await of(client)).toBeNull()
      expect((await client.put('/api/reports/dashboard', layout)).status).toBe(200)
      expect((await client.put('/api/reports/dashboard', { ...layout, hidden: [] })).status).toBe(200)
      expect(await of(client)).toEqual({ ...layout, hidden: [] })
    }
    expect(await of(await signInAs('beheerder@bouwmeester.example'))).toBeNull()
    expect(await of(await signInAs('mini@platform.example'))).toBeNull()
    for (const client of [supervisor, admin]) {
      await client.delete('/api/reports/dashboard')
      expect(await of(client)).toBeNull()
    }
    expect((await supervisor.put('/api/reports/dashboard', { order: ['<script>'], hidden: [] })).status).toBe(422)
  })
})

describe('access', () => {
  it('is limited to people who manage', async () => {
    for (const path of ['kpis', 'dashboard', 'actions']) {
      for (const email of ['leerling@noordwind.example', 'examinator@examenhuis.example']) {
        expect((await (await signInAs(email)).get(`/api/reports/${path}`)).status).toBe(403)
      }
      expect((await app.visitor().get(`/api/reports/${path}`)).status).toBe(401)
      expect((await (await signInAs('mini@platform.example')).get(`/api/reports/${path}`)).status).toBe(200)
    }
  })
})

describe('a person who is erased', () => {
  it('gets an export first, and then only the anonymous action remains', async () => {
    const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
    const before = await kpis(supervisor, 365)
    await app.inCompany('noordwind', async () => {
      expect(((await exportPersonalData(membershipId)).actions as unknown[]).length).toBeGreaterThan(0)
      await erasePersonalData(membershipId)
      expect(await exportPersonalData(membershipId)).toEqual({ actions: [], reports: [], layout: null })
    })
    const after = await kpis(supervisor, 365)
    expect(after.passed_participants).toEqual(before.passed_participants)
    const { body } = await supervisor.get('/api/reports/actions?limit=1')
    expect(body.data[0]).toMatchObject({ membership_id: null, person_name: null })
  })
})

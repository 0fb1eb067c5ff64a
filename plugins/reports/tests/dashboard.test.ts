import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { courseFailed, coursePassed, participationRegistered, type ParticipationFacts } from '#plugins/learning/contract/index'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let membershipId: number

beforeAll(async () => {
  app = await testApp()
  // Services are there once the application is.
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
/** Never of the future: what is not due yet counts later, when the clock has got there. */
const passed = (id: number, days: number) => ({
  ...facts(id),
  language: 'nl',
  grade: 90,
  passedAt: daysAgo(days),
  certificateValidMonths: null,
})

/** Emits as a plugin would, and waits until the listeners have heard of it. */
async function happen(
  write: (emit: typeof import('#core/events/outbox').emit, trx: Parameters<typeof import('#core/events/outbox').emit>[0]) => Promise<void>,
) {
  const { emit } = await import('#core/events/outbox')
  await app.inCompany('noordwind', () => db.transaction((trx) => write(emit, trx)))
  await app.settle()
}
const kpis = async (client = supervisor, period = 30) => (await client.get(`/api/reports/kpis?period=${period}`)).body.data

describe('the numbers', () => {
  it('move when somebody registers, passes or fails', async () => {
    const before = await kpis()
    const adminBefore = await kpis(admin)
    await happen(async (emit, trx) => {
      await emit(trx, participationRegistered, { ...facts(800_001), registeredAt: daysAgo(2) })
      await emit(trx, coursePassed, passed(800_001, 1))
      await emit(trx, courseFailed, { ...facts(800_002), grade: 20, failedAt: daysAgo(1) })
      // Of the period before.
      await emit(trx, coursePassed, passed(800_003, 40))
    })
    const after = await kpis()
    expect(after.new_enrollments.value).toBe(before.new_enrollments.value + 1)
    expect(after.enrollments.value).toBe(before.enrollments.value + 1)
    expect(after.passed_participants).toEqual({
      value: before.passed_participants.value + 1,
      before: before.passed_participants.before + 1,
    })
    expect((await kpis(admin)).passed_participants.value).toBe(adminBefore.passed_participants.value + 1)
  })

  it('count new participants from the memberships of the period', async () => {
    const before = await kpis()
    await app.asSystem(async () => {
      const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      for (const [index, days] of [3, 45].entries()) {
        const [user] = await db
          .table('core_users')
          .insert({ firstname: 'Nieuw', lastname: 'Hier', email: `nieuw${index}@kpi.example` })
          .returning('id')
        await db.table('core_memberships').insert({ company_id: company.id, user_id: user.id, role: 'leerling', created_at: daysAgo(days) })
      }
    })
    const after = await kpis()
    expect(after.new_participants).toEqual({ value: before.new_participants.value + 1, before: before.new_participants.before + 1 })
  })

  it('of another company stay where they were', async () => {
    const other = await signInAs('beheerder@bouwmeester.example')
    const before = await kpis(other, 365)
    await happen((emit, trx) => emit(trx, coursePassed, passed(800_010, 1)))
    expect(await kpis(other, 365)).toEqual(before)
  })

  it('count an event once, however often it is delivered', async () => {
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
  ])('of %i days is by %s', async (period, unit, least) => {
    const { body } = await supervisor.get(`/api/reports/series?period=${period}`)
    expect(body.meta.unit).toBe(unit)
    expect(body.data.length).toBeGreaterThanOrEqual(least)
    expect(body.data.length).toBeLessThanOrEqual(least + 2)
    const passedNow = body.data.reduce((sum: number, bucket: { passed: number }) => sum + bucket.passed, 0)
    expect(passedNow).toBeGreaterThanOrEqual((await kpis(supervisor, period)).passed_participants.value)
  })
})

describe('the recent actions', () => {
  it('say who did what, newest first, in the reader’s language', async () => {
    await happen((emit, trx) => emit(trx, coursePassed, passed(800_030, 0)))
    const { body } = await supervisor.get('/api/reports/actions?limit=2')
    const newest = { membership_id: membershipId, person_name: 'Sanne de Vries', course_name: 'Proef', company_name: 'Noordwind' }
    // Passing brings the certificate at the same moment.
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...newest, kind: 'passed', grade: 90 }),
        expect.objectContaining({ ...newest, kind: 'certificate' }),
      ]),
    )
  })

  it('load more without doubles or gaps, also when something happens meanwhile', async () => {
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

  it('are one company’s for a supervisor and everyone’s for an admin', async () => {
    const own = (await supervisor.get('/api/reports/actions?limit=100')).body.data
    expect(new Set(own.map((action: { company_name: string }) => action.company_name))).toEqual(new Set(['Noordwind']))
    const bouwmeester = await signInAs('beheerder@bouwmeester.example')
    const theirs = (await bouwmeester.get('/api/reports/actions?limit=100')).body.data.map((action: { id: number }) => action.id)
    expect(own.filter((action: { id: number }) => theirs.includes(action.id))).toEqual([])
  })

  it('refuse a cursor or limit that is wrong', async () => {
    for (const query of ['before=abc', "before=1-1'", 'limit=0', 'limit=1000']) {
      expect((await supervisor.get(`/api/reports/actions?${query}`)).status).toBe(422)
    }
    expect((await supervisor.get('/api/reports/kpis?period=31')).status).toBe(422)
    expect((await supervisor.get('/api/reports/actions?before=999999999999999-999999999999999999')).status).toBe(200)
  })

  it('cost as many queries for 10 rows as for 50', async () => {
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
  })
})

describe('what needs attention', () => {
  it('leads with who is late, until their due day is another', async () => {
    const late = async () => {
      const { data } = (await supervisor.get('/api/reports/attention')).body
      return data[0]?.kind === 'overdue' ? data[0] : null
    }
    const before = await late()
    expect(before).toMatchObject({ count: 1, people: [{ name: 'Daan Bakker', course_name: 'Toolbox tillen en dragen' }] })
    await app.inCompany('noordwind', () =>
      db.from('learning_participations').where('due_at', '<', db.raw('current_date')).update({ due_at: null }),
    )
    expect(await late()).toBeNull()
  })
})

describe('who may', () => {
  it('only those who manage', async () => {
    for (const path of ['kpis', 'series', 'actions']) {
      for (const email of ['leerling@noordwind.example', 'examinator@examenhuis.example']) {
        expect((await (await signInAs(email)).get(`/api/reports/${path}`)).status).toBe(403)
      }
      expect((await app.visitor().get(`/api/reports/${path}`)).status).toBe(401)
      expect((await (await signInAs('mini@platform.example')).get(`/api/reports/${path}`)).status).toBe(200)
    }
  })
})

describe('a person who asks to be forgotten', () => {
  it('gets what is kept, then only the fact remains', async () => {
    const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
    const before = await kpis(supervisor, 365)
    await app.inCompany('noordwind', async () => {
      expect(((await exportPersonalData(membershipId)).actions as unknown[]).length).toBeGreaterThan(0)
      await erasePersonalData(membershipId)
      expect(await exportPersonalData(membershipId)).toEqual({ actions: [] })
    })
    const after = await kpis(supervisor, 365)
    expect(after.passed_participants).toEqual(before.passed_participants)
    const { body } = await supervisor.get('/api/reports/actions?limit=1')
    expect(body.data[0]).toMatchObject({ membership_id: null, person_name: null })
  })
})

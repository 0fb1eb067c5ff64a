import fc from 'fast-check'
import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, type Day, today } from '#core/kit/days'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany } from '#core/testing/factories'

// The renewal window: renewing within the last months keeps the date of the end (decision 0350).

const base = '/api/skills/skills'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let courses: number[]
let made = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  courses = (await supervisor.get('/api/skills/options')).body.data.courses.map(({ id }: { id: number }) => id)
})

const months = (day: Day, count: number): Day => DateTime.fromISO(day, { zone: 'utc' }).plus({ months: count }).toISODate()!

/** The aggregate, implemented a second time: each end from the previous one. */
function expected(days: readonly Day[], valid: number, renew: number): Day {
  let end: Day | null = null
  for (const day of [...days].sort()) {
    const isInWindow: boolean = end !== null && day >= months(end, -renew) && day <= end
    const own: Day = isInWindow ? months(end!, valid) : months(day, valid)
    if (end === null || own > end) end = own
  }
  return end!
}

describe('the end of a skill with a renewal window', () => {
  it('follows from its proofs by day, in any combination', async () => {
    const cases = fc
      .sample(
        fc
          .record({
            valid: fc.integer({ min: 2, max: 60 }),
            renew: fc.integer({ min: 1, max: 24 }),
            days: fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 8 }),
          })
          .filter(({ valid, renew }) => renew < valid),
        300,
      )
      .map(({ days, ...one }, index) => ({ ...one, index, days: days.map((count) => addDays('2020-01-31', count)) }))
    const { rows } = await app.inCompany(company.loginId, () =>
      db.rawQuery(
        `select c.index, skills_renewed(d::date, (d::date + make_interval(months => c.valid))::date, c.valid, c.renew order by d::date)::text as until
           from jsonb_to_recordset(?::jsonb) as c(index int, valid int, renew int, days text[]), unnest(c.days) d group by c.index order by c.index`,
        [JSON.stringify(cases)],
      ),
    )
    expect(rows.map(({ until }: { until: Day }) => until)).toEqual(cases.map(({ days, valid, renew }) => expected(days, valid, renew)))
  })
})

const skill = (more: object) => {
  made += 1
  const name = `Module ${made}`
  return {
    name,
    text: '',
    valid_months: 24,
    renew_months: 2,
    courses: [courses[0]],
    externals: [name],
    everybody: true,
    groups: [],
    ...more,
  }
}
const create = async (more: object = {}) => (await supervisor.post(base, skill(more))).body.data
const cell = async (id: number, membership: number) => (await supervisor.get(`${base}/${id}/people/${membership}`)).body.data
const gap = async (id: number, membership: number) =>
  (await supervisor.get(`/api/skills/gaps?skill=${id}`)).body.data.find((row: { membership: number }) => row.membership === membership)

/** As if they had passed the course on these days. */
const passed = (membership: number, ...days: readonly Day[]) => passedIn(courses[0]!, membership, ...days)

async function passedIn(course: number, membership: number, ...days: readonly Day[]): Promise<void> {
  const { recomputeMember } = await import('#plugins/skills/server/services/recompute')
  await app.inCompany(company.loginId, async () => {
    const { id } = await db.from('core_companies').where('login_id', company.loginId).firstOrFail()
    for (const day of days) {
      made += 1
      await db
        .table('skills_proofs')
        .insert({ company_id: id, membership_id: membership, kind: 'course', source_id: 9e9 + made, course_id: course, day })
    }
    await recomputeMember(membership)
  })
}

describe('renewing', () => {
  it('keeps the date within the window, and gives a new one before the window and after the end', async () => {
    const { id, renew_months: renew } = await create()
    expect(renew).toBe(2)
    const start = months(today(), -23)
    const end = months(start, 24)
    const [within, early, late] = [
      await createParticipant(company.loginId),
      await createParticipant(company.loginId),
      await createParticipant(company.loginId),
    ]
    await passed(within.id, start, months(end, -2))
    expect(await cell(id, within.id)).toMatchObject({ valid_until: months(end, 24) })
    await passed(early.id, start, addDays(months(end, -2), -1))
    expect(await cell(id, early.id)).toMatchObject({ valid_until: months(addDays(months(end, -2), -1), 24) })
    const old = months(today(), -30)
    await passed(late.id, old, addDays(today(), -5))
    expect(await cell(id, late.id)).toMatchObject({ valid_until: months(addDays(today(), -5), 24) })
  })

  it('shows the first and last day in the planning and on the person, and the full course after the end', async () => {
    const { id } = await create()
    const [member, ended] = [await createParticipant(company.loginId), await createParticipant(company.loginId)]
    const end = addDays(today(), 30)
    await passed(member.id, months(end, -24))
    const { valid_until: until } = await cell(id, member.id)
    expect(await gap(id, member.id)).toMatchObject({ by: until, renew_from: months(until, -2), state: 'ending' })
    expect(await cell(id, member.id)).toMatchObject({ renew_from: months(until, -2) })
    const lines = (await supervisor.get(`/api/skills/people/${member.id}`)).body.data
    expect(lines.find((line: { skill_id: number }) => line.skill_id === id).renew_from).toBe(months(until, -2))
    await passed(ended.id, months(today(), -25))
    expect(await gap(id, ended.id)).toMatchObject({ state: 'ended', renew_from: months(months(months(today(), -25), 24), -2) })
  })

  it('uses the window of the skill through which another one is held', async () => {
    const strong = await create()
    const { id } = await create({ renew_months: null, valid_months: null, courses: [], implied_by: [strong.id] })
    const member = await createParticipant(company.loginId)
    await passed(member.id, months(today(), -23))
    const { valid_until: until, renew_from: from } = await cell(id, member.id)
    expect(from).toBe(months(until, -2))
  })

  it('does not change the end that a document names itself', async () => {
    const { id, name } = await create()
    const member = await createParticipant(company.loginId)
    await passed(member.id, months(today(), -23))
    const before = (await cell(id, member.id)).valid_until
    const until = addDays(before, 10)
    await supervisor.post('/api/external_courses/courses', { name, membership_id: member.id, status: 'passed', valid_until: until })
    await app.settle()
    expect(await cell(id, member.id)).toMatchObject({ valid_until: until, origin: 'external' })
  })

  it('counts each proof separately without a window', async () => {
    const { id } = await create({ renew_months: null })
    const member = await createParticipant(company.loginId)
    const start = months(today(), -23)
    await passed(member.id, start, months(months(start, 24), -1))
    expect(await cell(id, member.id)).toMatchObject({ valid_until: months(months(months(start, 24), -1), 24), renew_from: null })
  })

  it('refuses a window as long as the validity, and removes it with the validity', async () => {
    const { status, body } = await supervisor.post(base, skill({ renew_months: 24 }))
    expect([status, body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'renew_months', rule: 'shorter' })])
    const { id: _id, company_id: _company, ...now } = await create()
    const { data } = (await supervisor.put(`${base}/${_id}`, { ...now, valid_months: null })).body
    expect(data).toMatchObject({ valid_months: null, renew_months: null })
  })

  it('by a refresher counts within the end, and after it only the full course does', async () => {
    const [full, refresher] = [courses[0]!, courses[1]!]
    const { id } = await create({ courses: [full], refresher_courses: [refresher], refresher_externals: ['Opfris buiten'] })
    const start = months(today(), -23)
    const end = months(start, 24)
    const [within, late, alone, caught] = [
      await createParticipant(company.loginId),
      await createParticipant(company.loginId),
      await createParticipant(company.loginId),
      await createParticipant(company.loginId),
    ]
    await passed(within.id, start)
    await passedIn(refresher, within.id, addDays(end, -40))
    expect(await cell(id, within.id)).toMatchObject({ valid_until: months(end, 24) })
    const old = months(today(), -30)
    await passed(late.id, old)
    await passedIn(refresher, late.id, addDays(today(), -5))
    // The end stays, and so does the proof that counts.
    expect(await cell(id, late.id)).toMatchObject({ valid_until: months(old, 24), held_on: old, state: 'ended' })
    await passedIn(refresher, alone.id, addDays(today(), -5))
    expect(await cell(id, alone.id)).toMatchObject({ state: 'missing', origin: null })
    await passed(caught.id, old)
    await passedIn(refresher, caught.id, addDays(today(), -20))
    await passed(caught.id, addDays(today(), -10))
    expect(await cell(id, caught.id)).toMatchObject({ valid_until: months(addDays(today(), -10), 24) })
    // A refresher elsewhere is held to the same.
    await supervisor.post('/api/external_courses/courses', {
      ...{ name: 'Opfris buiten', membership_id: late.id, status: 'passed' },
      valid_until: addDays(today(), 400),
    })
    await app.settle()
    expect(await cell(id, late.id)).toMatchObject({ valid_until: months(old, 24), state: 'ended' })
  })

  it('proposes the refresher while the skill is valid, and the full course after its end', async () => {
    const [full, refresher] = [courses[0]!, courses[1]!]
    const { id } = await create({ courses: [full], refresher_courses: [refresher] })
    const [ending, ended] = [await createParticipant(company.loginId), await createParticipant(company.loginId)]
    await passed(ending.id, months(addDays(today(), 30), -24))
    await passed(ended.id, months(today(), -25))
    expect([(await gap(id, ending.id)).course, (await gap(id, ended.id)).course]).toEqual([refresher, full])
    const lineOf = async (member: number) =>
      (await supervisor.get(`/api/skills/people/${member}`)).body.data.find((line: { skill_id: number }) => line.skill_id === id).course
    expect(await lineOf(ending.id)).not.toBe(await lineOf(ended.id))
  })

  it('keeps its refreshers when a form leaves them out, and needs a window for them', async () => {
    const now = await create({ refresher_courses: [courses[1]], refresher_externals: ['Opfris'] })
    const { refresher_courses: _one, refresher_externals: _two, id, company_id: _company, ...rest } = now
    const kept = (await supervisor.put(`${base}/${id}`, rest)).body.data
    expect(kept).toMatchObject({ refresher_courses: [courses[1]], refresher_externals: ['Opfris'] })
    const refused = await supervisor.post(base, skill({ renew_months: null, refresher_externals: ['Opfris'] }))
    expect([refused.status, refused.body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'renew_months', rule: 'required' })])
    const foreign = await supervisor.post(base, skill({ refresher_courses: [99_999_999] }))
    expect(foreign.body.errors[0]).toMatchObject({ field: 'refresher_courses', rule: 'enum' })
  })
})

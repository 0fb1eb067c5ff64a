import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { createParticipant } from '#core/testing/factories'

// The triggers' counts for the heading of /totaal must equal a full count, whatever happens to people and their courses.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

interface Heading {
  id: number
  people: number
  passed: number
  overdue: number
}

/** The heading as stored, and as a full count gives it. */
async function headings() {
  const { countedStatement } = await import('../server/following/course_counts.js')
  const { coursesStatement } = await import('../server/following/totals.js')
  const rows = async ({ sql, values }: { sql: string; values: unknown[] }) => {
    const { rows: found } = await db.rawQuery<{ rows: (Heading & { name: unknown })[] }>(sql, values as never[])
    return found.map(({ id, people, passed, overdue }) => ({ id, people, passed, overdue })).sort((a, b) => a.id - b.id)
  }
  return app.inCompany('noordwind', async () => ({
    kept: await rows(countedStatement(today(), null, null)),
    counted: await rows(coursesStatement({})),
  }))
}

async function same(): Promise<Heading[]> {
  const { kept, counted } = await headings()
  expect(kept).toEqual(counted)
  return kept
}

const total = (all: Heading[], field: 'people' | 'passed' | 'overdue') => all.reduce((sum, heading) => sum + heading[field], 0)

/** A participant of Noordwind with an overdue course. */
async function late(): Promise<{ member: number; participation: number }> {
  return app.asSystem(async () => {
    const { company_id, course_id, version_id } = await db
      .from('learning_participations as p')
      .join('core_companies as c', 'c.id', 'p.company_id')
      .where('c.login_id', 'noordwind')
      .select('p.company_id', 'p.course_id', 'p.version_id')
      .firstOrFail()
    const member = await createParticipant('noordwind')
    const [participation] = await db
      .table('learning_participations')
      .insert({ company_id, course_id, version_id, membership_id: member.id, status: 'registered', due_at: addDays(today(), -3) })
      .returning('id')
    return { member: member.id, participation: participation.id }
  })
}

describe('the heading of /totaal', () => {
  it('equals a full count of the demo data', async () => {
    expect(total(await same(), 'people')).toBeGreaterThan(10)
  })

  it('follows a course that is assigned, overdue, postponed, passed, taken again and deleted', async () => {
    const before = await same()
    const { participation } = await late()
    const given = await same()
    expect(total(given, 'people')).toBe(total(before, 'people') + 1)
    expect(total(given, 'overdue')).toBe(total(before, 'overdue') + 1)
    const change = (set: Record<string, unknown>) =>
      app.asSystem(() => db.from('learning_participations').where('id', participation).update(set))

    await change({ due_at: addDays(today(), 3) })
    expect(total(await same(), 'overdue')).toBe(total(before, 'overdue'))
    await change({ due_at: addDays(today(), -1) })
    // Access has ended, but no job has stored it yet.
    await change({ expires_at: new Date(Date.now() - 60_000) })
    expect(total(await same(), 'overdue')).toBe(total(before, 'overdue'))
    await change({ status: 'expired' })
    expect(total(await same(), 'overdue')).toBe(total(before, 'overdue'))
    await change({ status: 'passed' })
    expect(total(await same(), 'passed')).toBe(total(before, 'passed') + 1)
    await change({ current: false })
    expect(await same()).toEqual(before)
    await change({ current: true })
    // Cancelled, so no count includes it …
    await change({ status: 'cancelled' })
    expect(await same()).toEqual(before)
    expect(await dueIn('learning.count_courses')).toContain('noordwind')
    await app.inCompany('noordwind', async () => (await import('../server/following/course_counts.js')).countCourses())
    expect(await dueIn('learning.count_courses')).not.toContain('noordwind')
    expect(await same()).toEqual(before)
    // … except for the filter on that state.
    const { coursesStatement } = await import('../server/following/totals.js')
    const { sql, values } = coursesStatement({ state: ['cancelled'] })
    const { rows: back } = await app.inCompany('noordwind', () => db.rawQuery<{ rows: Heading[] }>(sql, values as never[]))
    expect(total(back, 'people')).toBeGreaterThan(0)
    // The list below the heading has the same number.
    const supervisor = await signInAs('beheerder@noordwind.example')
    for (const { id, people } of await same())
      expect((await supervisor.get(`/api/learning/totals?course=${id}`)).body.meta.total, `course ${id}`).toBe(people)
    await change({ status: 'registered' })
    expect(total(await same(), 'overdue')).toBe(total(before, 'overdue'))
    await app.asSystem(() => db.from('learning_participations').where('id', participation).delete())
    expect(await same()).toEqual(before)
  })

  it('does not count deactivated people and supervisors, and counts them again when they return', async () => {
    const before = await same()
    const { member } = await late()
    const counted = await same()
    const change = (set: Record<string, unknown>) => app.asSystem(() => db.from('core_memberships').where('id', member).update(set))
    for (const [away, back] of [
      [{ status: 'inactive' }, { status: 'active' }],
      [{ role: 'beheerder' }, { role: 'leerling' }],
    ] as const) {
      await change(away)
      expect(await same(), JSON.stringify(away)).toEqual(before)
      await change(back)
      expect(await same(), JSON.stringify(back)).toEqual(counted)
    }
    await app.asSystem(() => db.from('core_memberships').where('id', member).delete())
    expect(await same()).toEqual(before)
  })

  it('is recounted by its job into one row, which also corrects changes that two transactions missed of each other', async () => {
    const { member } = await late()
    const right = await same()
    await app.asSystem(() =>
      db.rawQuery(
        `insert into learning_course_counts (company_id, course_id, people, passed, due)
        select company_id, course_id, 5, 0, 0 from learning_participations where membership_id = ?`,
        [member],
      ),
    )
    const { kept, counted } = await headings()
    expect(kept).not.toEqual(counted)
    const { countCourses } = await import('../server/following/course_counts.js')
    await app.inCompany('noordwind', () => countCourses())
    expect(await same()).toEqual(right)
    const [{ twice }] = await app.inCompany('noordwind', () =>
      db
        .from(db.from('learning_course_counts').groupBy('course_id', 'due_at').havingRaw('count(*) > 1').select('course_id').as('t'))
        .count('* as twice'),
    )
    expect(Number(twice)).toBe(0)
  })

  it('is deleted with its company', async () => {
    const id = await app.asSystem(async () => {
      const [company] = await db
        .table('core_companies')
        .insert({ login_id: 'counted', name: 'C', legal_name: 'C', sender_name: 'C', primary_color: '#2F4858', secondary_color: '#7A8B99' })
        .returning('id')
      const [user] = await db.table('core_users').insert({ email: 'gone@counts.example', firstname: 'C', lastname: 'D' }).returning('id')
      const [member] = await db
        .table('core_memberships')
        .insert({ company_id: company.id, user_id: user.id, role: 'leerling' })
        .returning('id')
      const { course_id, version_id } = await db.from('learning_participations').firstOrFail()
      await db.table('learning_participations').insert({ company_id: company.id, membership_id: member.id, course_id, version_id })
      expect(await db.from('learning_course_counts').where('company_id', company.id)).toHaveLength(1)
      await db.from('core_companies').where('id', company.id).delete()
      return company.id as number
    })
    expect(await app.asSystem(() => db.from('learning_course_counts').where('company_id', id))).toHaveLength(0)
  })
})

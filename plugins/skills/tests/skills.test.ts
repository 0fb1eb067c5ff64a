import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { endedTask as ended } from '#core/testing/tasks'
import { createParticipant } from '#core/testing/factories'
import { stateOf } from '../server/services/states.js'

// Who has which skill until when, who needs it, and what has to be done.

const base = '/api/skills/skills'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
})

let counter = 0
/** Creates a participant of Noordwind. @returns the membership */
const person = async (): Promise<number> => (await createParticipant('noordwind', { firstname: 'Kan', lastname: `Iets ${++counter}` })).id

/** Runs something while a participant is being erased; the erasing ends once it is waited for. */
async function whileErased<T>(fn: () => Promise<T>): Promise<T> {
  const goes = await person()
  let done: Promise<T> | undefined
  await app.asSystem(() =>
    db.transaction(async (trx) => {
      await trx.from('core_memberships').where('id', goes).delete()
      done = fn()
      await untilBlocked(app, { orOver: done })
    }),
  )
  return done!
}

const skill = (name: string, more: object = {}) => ({
  name,
  text: '',
  valid_months: null,
  courses: [],
  externals: [name],
  everybody: false,
  groups: [],
  ...more,
})
const create = async (name: string, more: object = {}) => {
  const answer = await supervisor.post(base, skill(name, more))
  expect(answer.status).toBe(201)
  return answer.body.data
}
/** Records an external course of a person, and waits for its consequences. */
const external = async (membership: number, name: string, until: string | null, status = 'passed') => {
  const answer = await supervisor.post('/api/external_courses/courses', { name, membership_id: membership, status, valid_until: until })
  expect(answer.status).toBe(201)
  await app.settle()
  return answer.body.data
}
const cell = async (id: number, membership: number) => (await supervisor.get(`${base}/${id}/people/${membership}`)).body.data

describe('states', () => {
  it('are valid through the last day and warn 60 days ahead', () => {
    const days: [string, string, string] = ['2026-11-22', '2026-11-22', '2027-01-21']
    const at = (valid_until: string | null) => stateOf({ origin: 'course', valid_until, due_on: null }, days)
    expect([at('2026-11-21'), at('2026-11-22'), at('2027-01-21'), at('2027-01-22'), at(null)]).toEqual([
      'ended',
      'ending',
      'ending',
      'valid',
      'valid',
    ])
    expect(stateOf({ origin: null, valid_until: null, due_on: null }, days)).toBe('missing')
    expect(stateOf({ origin: null, valid_until: null, due_on: '2026-11-22' }, days)).toBe('starting')
    expect(stateOf({ origin: null, valid_until: null, due_on: '2026-11-21' }, days)).toBe('missing')
  })

  it('agree in the matrix, its columns and its filters at the edges of the days', async () => {
    const made = await create('Randen')
    const wanted = {
      [addDays(today(), -1)]: 'ended',
      [today()]: 'ending',
      [addDays(today(), 60)]: 'ending',
      [addDays(today(), 61)]: 'valid',
    }
    const people = new Map<number, string>()
    for (const [until, state] of Object.entries(wanted)) {
      const id = await person()
      await external(id, 'RANDEN', until)
      people.set(id, state)
    }
    for (const state of ['ended', 'ending', 'valid']) {
      const { body } = await supervisor.get(`/api/skills/matrix?skill=${made.id}&state=${state}&search=Iets&per_page=100`)
      expect(body.data.map(({ id }: { id: number }) => id).sort()).toEqual(
        [...people]
          .filter(([, is]) => is === state)
          .map(([id]) => id)
          .sort(),
      )
      for (const row of body.data) expect(row.cells).toEqual([expect.objectContaining({ skill: made.id, state, origin: 'external' })])
    }
    const { body } = await supervisor.get(`/api/skills/matrix/columns?skill=${made.id}`)
    expect(body.data).toEqual([expect.objectContaining({ name: 'Randen', held: 3, required: 0 })])
  })
})

describe('proof', () => {
  it('follows what is recorded, changed and removed, and the longest-lasting proof counts', async () => {
    const made = await create('Lassen', { externals: ['Lassen', 'Lasdiploma'] })
    const id = await person()
    const first = await external(id, 'Lassen', addDays(today(), 10))
    expect(await cell(made.id, id)).toMatchObject({
      state: 'ending',
      origin: 'external',
      valid_until: addDays(today(), 10),
      required: false,
    })
    const second = await external(id, 'Lasdiploma', addDays(today(), 400))
    expect(await cell(made.id, id)).toMatchObject({ state: 'valid', valid_until: addDays(today(), 400) })
    await supervisor.delete(`/api/external_courses/courses/${second.id}`)
    await app.settle()
    expect(await cell(made.id, id)).toMatchObject({ state: 'ending', valid_until: addDays(today(), 10) })
    const { name, valid_until, updated_at } = (await supervisor.get(`/api/external_courses/courses/${first.id}`)).body.data
    const changed = await supervisor.put(`/api/external_courses/courses/${first.id}`, {
      ...{ name, membership_id: id, valid_until, updated_at },
      status: 'failed',
    })
    expect(changed.status).toBe(200)
    await app.settle()
    expect(await cell(made.id, id)).toMatchObject({ state: null, origin: null, proofs: [] })
  })

  it('follows the current external course when an earlier event is delivered late', async () => {
    const { onExternalSaved } = await import('../server/services/proofs.js')
    const made = await create('Branddeuren', { externals: ['Branddeuren'] })
    const id = await person()
    const { id: courseId } = await external(id, 'Branddeuren', null)
    expect(await cell(made.id, id)).toMatchObject({ state: 'valid' })
    const before = { courseId, membershipId: id, name: 'Branddeuren', passed: true, day: today(), validUntil: null }
    await supervisor.delete(`/api/external_courses/courses/${courseId}`)
    await app.settle()
    await app.inCompany('noordwind', () => onExternalSaved(before))
    expect(await cell(made.id, id)).toMatchObject({ state: null, proofs: [] })
  })

  it('comes from a passed course, for as long as the skill says, and not from a revoked certificate', async () => {
    const passed = await app.asSystem(() =>
      db
        .from('skills_proofs as p')
        .join('core_companies as c', 'c.id', 'p.company_id')
        .where('c.login_id', 'noordwind')
        .where('p.kind', 'course')
        .select(
          'p.membership_id',
          'p.course_id',
          'p.source_id',
          db.raw('p.day::text as day'),
          db.raw(`(p.day + interval '1 month')::date::text as until`),
        )
        .orderBy('p.day', 'desc')
        .firstOrFail(),
    )
    const made = await create('Uit een training', { courses: [passed.course_id], externals: [], valid_months: 1 })
    expect(await cell(made.id, passed.membership_id)).toMatchObject({ origin: 'course', held_on: passed.day, valid_until: passed.until })
    const certificates = (await supervisor.get('/api/certificates?per_page=100')).body.data
    const mine = await app.asSystem(() => db.from('certificates_certificates').where('participation_id', passed.source_id).first())
    expect(certificates.length).toBeGreaterThan(0)
    const revoked = await supervisor.post(`/api/certificates/${mine.id}/revoke`, { reason: 'Fout gedrukt' })
    expect(revoked.status).toBe(200)
    await app.settle()
    expect((await cell(made.id, passed.membership_id)).proofs.filter(({ counts }: { counts: boolean }) => counts)).not.toContainEqual(
      expect.objectContaining({ source_id: passed.source_id }),
    )
  })

  it('is not stored for a pass that was reverted, or whose certificate was revoked, before its event was delivered', async () => {
    const { onCoursePassed } = await import('../server/services/proofs.js')
    const heard = async (participation: { id: number; membership_id: number; course_id: number; finished_at: Date }) => {
      const kept = () => db.from('skills_proofs').where({ kind: 'course', source_id: participation.id })
      return app.inCompany('noordwind', async () => {
        await kept().delete()
        const passedAt = participation.finished_at.toISOString()
        const who = { participationId: participation.id, membershipId: participation.membership_id, courseId: participation.course_id }
        await onCoursePassed({ ...who, passedAt, certificateValidMonths: null } as Parameters<typeof onCoursePassed>[0])
        return (await kept()).map(({ revoked }: { revoked: boolean }) => revoked)
      })
    }
    // Not every pass has a certificate, and after an earlier one the course may have been restarted.
    const one = await app.inCompany('noordwind', () =>
      db
        .from('learning_participations as p')
        .join('certificates_certificates as c', 'c.participation_id', 'p.id')
        .where({ 'p.status': 'passed', 'p.current': true })
        .whereNull('c.revoked_at')
        .orderBy('c.id')
        .select('p.*')
        .firstOrFail(),
    )
    const certificate = () => app.asSystem(() => db.from('certificates_certificates').where('participation_id', one.id).firstOrFail())
    expect(await heard(one)).toEqual([(await certificate()).revoked_at !== null])
    await supervisor.post(`/api/certificates/${(await certificate()).id}/revoke`, { reason: 'Fout gedrukt' })
    expect(await heard(one)).toEqual([true])
    // The same participation is passed again: the revoked certificate belongs to the first pass.
    expect(await heard({ ...one, finished_at: new Date() })).toEqual([false])
    await app.asSystem(() => db.from('learning_participations').where('id', one.id).update({ status: 'busy', finished_at: null }))
    expect(await heard(one)).toEqual([])
    await app.asSystem(() =>
      db.from('learning_participations').where('id', one.id).update({ status: 'passed', finished_at: one.finished_at }),
    )
  })

  it('is not required for a skill set by hand, but takes precedence over it', async () => {
    const made = await create('Hijsen')
    const id = await person()
    const path = `/api/people/participants/${id}`
    const { skills } = (await supervisor.get(`${path}/profile`)).body.data
    expect((await supervisor.patch(`${path}/skills`, { ...skills, skillset: ['hijsen'] })).status).toBe(200)
    await app.settle()
    expect(await cell(made.id, id)).toMatchObject({ state: 'valid', origin: 'hand', valid_until: null })
    await external(id, 'Hijsen', addDays(today(), -3))
    expect(await cell(made.id, id)).toMatchObject({ state: 'ended', origin: 'external' })
  })
})

describe('requirements', () => {
  it('are previewed by more concurrent requests than there are connections', async () => {
    const { data: group } = (await supervisor.post('/api/groups/groups', { kind: 'project', name: 'Tegelijk', rule: null })).body
    const look = () => supervisor.post('/api/skills/preview', skill('Tegelijk', { groups: [group.id] }))
    const answers = await Promise.all(Array.from({ length: 25 }, look))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('are saved and previewed while a person is erased, who gets none', async () => {
    const [{ status, body }, { status: previewed }] = await whileErased(() =>
      Promise.all([
        supervisor.post(base, skill('Terwijl', { everybody: true })),
        supervisor.post('/api/skills/preview', skill('Kijken', { everybody: true })),
      ]),
    )
    expect([status, previewed]).toEqual([201, 200])
    const cells = await app.inCompany('noordwind', () => db.from('skills_cells').where('skill_id', body.data.id).count('* as n').first())
    expect(Number(cells.n)).toBeGreaterThan(1)
  })

  it('are saved while a person is moved and updated, without a deadlock', async () => {
    const { recomputeSkills, recomputeAll } = await import('../server/services/recompute.js')
    const moves = await person()
    let saving: ReturnType<typeof supervisor.post> | undefined
    await app.asSystem(() =>
      db.transaction(async (trx) => {
        // In the lock order of moving a person: the member first, the plugins' rows last.
        await trx.from('core_memberships').where('id', moves).forUpdate().select('id')
        saving = supervisor.post(base, skill('Ondertussen', { everybody: true }))
        await untilBlocked(app, { orOver: saving })
        await app.inCompany('noordwind', () => recomputeSkills(trx, { membership: moves }))
      }),
    )
    expect((await saving!).status).toBe(201)
    await app.inCompany('noordwind', recomputeAll)
    const { id: made } = (await saving!).body.data
    expect(await app.inCompany('noordwind', () => db.from('skills_cells').where({ membership_id: moves, skill_id: made }))).toHaveLength(1)
  })

  it('do what the preview said, and the job applies them to a new group member', async () => {
    const [has, misses, later] = [await person(), await person(), await person()]
    const group = (await supervisor.post('/api/groups/groups', { kind: 'function', name: 'Kraanmachinisten', rule: null })).body.data
    await supervisor.post(`/api/groups/groups/${group.id}/members`, { members: [has, misses] })
    await external(has, 'Kraan', addDays(today(), 90))
    const rule = skill('Kraan', { groups: [group.id] })
    const preview = await supervisor.post('/api/skills/preview', rule)
    expect(preview.status).toBe(200)
    expect(preview.body.data).toMatchObject({ required: 2, held: 1, lost: 0, states: { missing: 1, valid: 1, ending: 0, ended: 0 } })
    expect(preview.body.data.people.map(({ id }: { id: number }) => id)).toEqual([misses])
    // The costs: no price is known, or one course for the one without the skill.
    expect(preview.body.data.training).toBeNull()
    const version = await app.inCompany('noordwind', () => db.from('learning_course_versions').where('price', '>', 0).firstOrFail())
    const priced = await supervisor.post('/api/skills/preview', skill('Kraan', { groups: [group.id], courses: [version.course_id] }))
    expect(priced.body.data.training).toMatchObject({ course: version.course_id, people: 1, cents: version.price * 100 })
    // A preview leaves nothing behind.
    expect((await supervisor.get('/api/skills/matrix/columns')).body.data.map(({ name }: { name: string }) => name)).not.toContain('Kraan')
    const made = await create('Kraan', { groups: [group.id] })
    const column = (await supervisor.get(`/api/skills/matrix/columns?skill=${made.id}`)).body.data[0]
    expect(column).toMatchObject({
      required: preview.body.data.required,
      met: preview.body.data.states.valid,
      held: preview.body.data.held,
    })
    expect(await cell(made.id, misses)).toMatchObject({ state: 'missing', required: true, groups: ['Kraanmachinisten'] })
    await app.asSystem(async () => {
      await db.from('core_memberships').update({ changed_at: new Date(0) })
      await db.from('core_companies').update({ updated_at: new Date(0) })
      await db.from('groups_history').update({ at: new Date(0) })
    })
    expect(await dueIn('skills.keep')).toEqual([])
    await supervisor.post(`/api/groups/groups/${group.id}/members`, { members: [later] })
    expect(await dueIn('skills.keep')).toEqual(['noordwind'])
    expect(await dueIn('skills.keep_all')).toContain('noordwind')
    await app.inCompany('noordwind', async () => (await import('../server/services/recompute.js')).recomputeAll())
    expect(await cell(made.id, later)).toMatchObject({ state: 'missing', required: true })
    // The planning: both people without it, and the due date of the other.
    const gaps = (await supervisor.get(`/api/skills/gaps?skill=${made.id}`)).body.data
    expect(gaps.map(({ membership, by }: { membership: number; by: string | null }) => [membership, by])).toEqual(
      expect.arrayContaining([
        [misses, null],
        [later, null],
        [has, addDays(today(), 90)],
      ]),
    )
    expect(gaps.at(-1).membership).toBe(has)
    expect(gaps).toHaveLength(3)
  })

  it('group what one person has to take by the same day', async () => {
    const gaps: { name: string; state: string }[] = (await supervisor.get('/api/skills/gaps?state=missing&per_page=100')).body.data
    const turns = gaps.map(({ name }) => name).filter((name, at, names) => name !== names[at - 1])
    expect(gaps.length).toBeGreaterThan(turns.length)
    expect(turns).toEqual([...new Set(turns)])
  })

  it('preview who would lose the skill', async () => {
    const made = await create('Graven')
    await external(await person(), 'Graven', null)
    const { body } = await supervisor.post('/api/skills/preview', { ...skill('Graven', { externals: [] }), skill: made.id })
    expect(body.data).toMatchObject({ held: 0, lost: 1 })
  })

  it('lead to a course, also for a person who passed it before; the old result is kept', async () => {
    const passed = await app.asSystem(() =>
      db
        .from('learning_participations as p')
        .join('core_companies as c', 'c.id', 'p.company_id')
        .join('core_memberships as m', 'm.id', 'p.membership_id')
        .where({ 'c.login_id': 'noordwind', 'p.status': 'passed', 'p.current': true, 'm.status': 'active', 'm.role': 'leerling' })
        .select('p.id', 'p.membership_id', 'p.course_id')
        .orderBy('p.id')
        .firstOrFail(),
    )
    const made = await create('Opnieuw', { courses: [passed.course_id], externals: [], valid_months: 1, everybody: true })
    const gap = (await supervisor.get(`/api/skills/gaps?skill=${made.id}&per_page=100&columns=skills_under_way`)).body.data.find(
      ({ membership }: { membership: number }) => membership === passed.membership_id,
    )
    const due = addDays(today(), 20)
    const started = await supervisor.post('/api/skills/gaps/act', {
      action: 'skills.assign',
      ids: [gap.id],
      input: { due_at: due, mandatory: true },
    })
    expect(started.status).toBeLessThan(300)
    await app.settle()
    const rows = await app.asSystem(() =>
      db
        .from('learning_participations')
        .where({ membership_id: passed.membership_id, course_id: passed.course_id })
        .orderBy('id')
        .select('id', 'status', db.raw('due_at::text as due_at')),
    )
    expect(rows.find(({ id }) => id === passed.id)).toMatchObject({ status: 'passed' })
    expect(rows.at(-1)).toMatchObject({ due_at: due })
    // The planning says who has the course that closes the gap, and who does not.
    const told = (await supervisor.get(`/api/skills/gaps?skill=${made.id}&per_page=100&columns=skills_under_way`)).body.data as {
      membership: number
      extra: { skills_under_way: number | null }
    }[]
    expect(told.find(({ membership }) => membership === passed.membership_id)!.extra.skills_under_way).toBe(1)
    expect(gap.extra.skills_under_way).toBeNull()
    expect(rows.at(-1).id).not.toBe(passed.id)
  })
})

describe('the planning', () => {
  interface Month {
    month: string | null
    people: number
    gaps: number
  }
  const monthsOf = async (filter: string, who = supervisor): Promise<Month[]> =>
    (await who.get(`/api/skills/gaps/calendar?${filter}`)).body.data
  const totalOf = async (filter: string, who = supervisor): Promise<number> => (await who.get(`/api/skills/gaps?${filter}`)).body.meta.total
  const gapsIn = (months: readonly Month[]) => months.reduce((sum, { gaps }) => sum + gaps, 0)

  it('counts the people of the list by month, with each of its filters and its search', async () => {
    const [one, two] = [await person(), await person()]
    const group = (await supervisor.post('/api/groups/groups', { kind: 'project', name: 'Van de maanden', rule: null })).body.data
    await supervisor.post(`/api/groups/groups/${group.id}/members`, { members: [one, two] })
    const made = await create('Van de maand', { groups: [group.id] })
    const until = addDays(today(), 90)
    await external(one, 'Van de maand', until)
    const month = until.slice(0, 7)
    const mine = [
      { month: null, people: 1, gaps: 1 },
      { month, people: 1, gaps: 1 },
    ]
    expect(await monthsOf(`skill=${made.id}`)).toEqual(mine)
    expect(await monthsOf(`groups_group=${group.id}&skill=${made.id}`)).toEqual(mine)
    expect(await monthsOf(`skill=${made.id}&state=missing`)).toEqual(mine.slice(0, 1))
    expect(await monthsOf(`skill=${made.id}&ends=${until}..${until}`)).toEqual(mine.slice(1))
    expect(gapsIn(await monthsOf(''))).toBeGreaterThan(2)
    const company = await app.asSystem(async () => (await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()).id)
    const admin = await signInAs('admin@platform.example')
    for (const who of [supervisor, admin])
      for (const filter of [
        ...['', `groups_group=${group.id}`, `skill=${made.id}`, 'state=missing,ended', `ends=${month}-01..${month}-28`, 'search=Kan+Iets'],
        ...[`company=${company}`, `company=${company}&search=Maand&state=missing`],
      ])
        expect([filter, gapsIn(await monthsOf(filter, who))]).toEqual([filter, await totalOf(filter, who)])
    // The group and skill of another company have no people.
    for (const filter of [`groups_group=${group.id}`, `skill=${made.id}`]) expect(await monthsOf(filter, other)).toEqual([])
  })

  it('filters by the end date, up to the limits of dates', async () => {
    const id = await person()
    const made = await create('Van de dagen', { everybody: true })
    await external(id, 'Van de dagen', today())
    const of = `skill=${made.id}`
    const all = await totalOf(of)
    for (const [ends, count] of [
      ...[
        ['none', all - 1],
        ['last1', 1],
        ['next1', 1],
        [`${today()}..${today()}`, 1],
      ],
      ...[
        ['0001-01-01..9999-12-31', 1],
        ['..9999-12-31', 1],
        ['0001-01-01..', 1],
        ['9999-12-31..0001-01-01', 0],
      ],
      ...[
        ['9999-12-31..', 0],
        ['..0001-01-01', 0],
        [`${addDays(today(), 1)}..`, 0],
        [`..${addDays(today(), -1)}`, 0],
      ],
    ] as [string, number][]) {
      const filter = `${of}&ends=${ends}`
      expect([ends, await totalOf(filter), gapsIn(await monthsOf(filter))]).toEqual([ends, count, count])
      for (const sort of ['by', '-by', 'name', 'skill'])
        expect([sort, ends, (await supervisor.get(`/api/skills/gaps?${filter}&sort=${sort}`)).body.data?.length > 0]).toEqual([
          sort,
          ends,
          count > 0,
        ])
    }
    for (const ends of ['..', 'none..', '0000-01-01..', '10000-01-01..', '2026-02-30..', 'next0', 'next9999', 'last-1'])
      expect([ends, (await supervisor.get(`/api/skills/gaps?ends=${ends}`)).status]).toEqual([ends, 422])
  })

  it('names the proposed course, also to an admin of every company', async () => {
    const admin = await signInAs('admin@platform.example')
    const proposedTo = async (who: TestClient, id: number) =>
      (await who.get(`/api/skills/gaps?skill=${id}&per_page=10`)).body.data[0] as { company: string; course: number; course_name: string }
    for (const [who, company] of [
      [supervisor, 'Noordwind'],
      [other, 'Bouwmeester'],
    ] as const) {
      const course = (await who.get('/api/skills/options')).body.data.courses[0] as { id: number; name: string }
      const made = (await who.post(base, skill('Voorgesteld', { courses: [course.id], externals: [], everybody: true }))).body.data
      const proposed = { course: course.id, course_name: course.name }
      expect(course.name).not.toBe('')
      expect(await proposedTo(who, made.id)).toMatchObject(proposed)
      expect(await proposedTo(admin, made.id)).toMatchObject({ ...proposed, company: expect.stringContaining(company) })
    }
  })

  it('refuses the same filters by month as its list', async () => {
    for (const filter of ['groups_group=x', 'skill=0', 'state=away', 'ends=soon', 'company=-1', 'per_page=7']) {
      const [list, months] = await Promise.all(['', '/calendar'].map((path) => supervisor.get(`/api/skills/gaps${path}?${filter}`)))
      expect([filter, months!.status, months!.body]).toEqual([filter, 422, list!.body])
    }
  })
})

describe('one person', () => {
  const linesOf = async (id: number) =>
    (await supervisor.get(`/api/skills/people/${id}`)).body.data as {
      id: number
      skill_id: number
      course: string | null
      under_way: { due_at: string | null } | null
    }[]

  it('sees all skills with their proof, and what would close a gap until that is under way', async () => {
    const id = await person()
    const course = await app.inCompany('noordwind', async () =>
      db.from('skills_sources').whereNotNull('course_id').select('course_id').firstOrFail(),
    )
    const misses = await create('Mist nog', { courses: [course.course_id], everybody: true })
    const has = await create('Heeft al')
    await external(id, 'Heeft al', addDays(today(), 30))
    const lines = await linesOf(id)
    expect(lines.find((line) => line.skill_id === has.id)).toMatchObject({
      ...{ name: 'Heeft al', state: 'ending', required: false, origin: 'external', proof: 'Heeft al' },
      ...{ valid_until: addDays(today(), 30), course: null, under_way: null },
    })
    const gap = lines.find((line) => line.skill_id === misses.id)!
    expect(gap).toMatchObject({ state: 'missing', required: true, proof: null, under_way: null })
    expect(gap.course).toEqual(expect.any(String))
    // The panel of one cell names it too.
    expect((await cell(misses.id, id)).courses).toEqual([expect.objectContaining({ id: course.course_id })])
    const due = addDays(today(), 14)
    const assign = async () => {
      const order = { action: 'skills.assign', ids: [gap.id], input: { due_at: due, mandatory: false } }
      const { body } = await supervisor.post('/api/skills/gaps/act', order)
      return ended(supervisor, body.data.id)
    }
    const underWay = async () => (await linesOf(id)).find((line) => line.skill_id === misses.id)!.under_way
    const first = await assign()
    expect(first).toMatchObject({ failed: 0, undoable: true })
    expect(await underWay()).toMatchObject({ due_at: due })
    // Undoing removes it, and assigning again restores it; a course that was started since stays.
    const undo = async (task: { id: number }) =>
      ended(supervisor, (await supervisor.post(`/api/core/tasks/${task.id}/undo`, {})).body.data.id)
    expect(await undo(first)).toMatchObject({ done: 1, failed: 0 })
    expect(await underWay()).toBeNull()
    const second = await assign()
    expect(await underWay()).toMatchObject({ due_at: due })
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where({ membership_id: id, course_id: course.course_id, current: true })
        .update({ status: 'busy' }),
    )
    const late = await undo(second)
    expect(late).toMatchObject({ done: 1, failed: 1 })
    expect((await supervisor.get(`/api/core/tasks/${late.id}/rows`)).body.data[0].code).toBe('begun_meanwhile')
    expect(await underWay()).toMatchObject({ due_at: due })
    expect((await other.get(`/api/skills/people/${id}`)).status).toBe(404)
  })

  it('gets a course that closes two gaps once, and undoing the task removes it', async () => {
    const id = await person()
    const course = await app.inCompany('noordwind', async () =>
      db.from('skills_sources').whereNotNull('course_id').select('course_id').firstOrFail(),
    )
    const closes = [
      await create('Sluit een', { courses: [course.course_id], everybody: true }),
      await create('Sluit twee', { courses: [course.course_id], everybody: true }),
    ]
    const lines = async () => (await linesOf(id)).filter(({ skill_id: skill }) => closes.some((one) => one.id === skill))
    const ids = (await lines()).map((line) => line.id)
    expect(ids).toHaveLength(2)
    const admin = await signInAs('admin@platform.example')
    for (const by of [supervisor, admin]) {
      const order = { action: 'skills.assign', ids, input: { due_at: null, mandatory: true } }
      const task = await ended(by, (await by.post('/api/skills/gaps/act', order)).body.data.id)
      expect(task).toMatchObject({ done: 2, failed: 0, undoable: true })
      expect((await lines()).map((line) => line.under_way)).toEqual([expect.anything(), expect.anything()])
      const back = await ended(by, (await by.post(`/api/core/tasks/${task.id}/undo`, {})).body.data.id)
      expect(back).toMatchObject({ done: 2, failed: 0 })
      expect((await lines()).map((line) => line.under_way)).toEqual([null, null])
    }
  })
})

describe('isolation', () => {
  it('returns 404 for ids of another company', async () => {
    const made = await create('Eigen')
    const id = await person()
    for (const path of [`${base}/${made.id}`, `${base}/${made.id}/people/${id}`]) expect((await other.get(path)).status).toBe(404)
    expect((await other.post('/api/skills/preview', { ...skill('Eigen'), skill: made.id })).status).toBe(404)
    const theirs = (await other.get('/api/skills/matrix/columns')).body.data[0].id
    expect((await supervisor.get(`${base}/${theirs}/people/${id}`)).status).toBe(404)
    const theirGroup = (await other.get('/api/groups/groups')).body.data[0].id
    const refused = await supervisor.post(base, skill('Vreemd', { groups: [theirGroup] }))
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0]).toMatchObject({ field: 'groups' })
    expect((await supervisor.post(base, skill('EIGEN'))).body.errors[0]).toMatchObject({ field: 'name', rule: 'unique' })
  })

  it('erases a person’s data', async () => {
    const made = await create('Vergeten', { everybody: true })
    const id = await person()
    await external(id, 'Vergeten', null)
    const { exportPersonalData, erasePersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany('noordwind', async () => {
      expect(await exportPersonalData(id)).toMatchObject({
        skills: expect.arrayContaining([expect.objectContaining({ name: 'Vergeten', origin: 'external' })]),
        proofs: [expect.objectContaining({ name: 'Vergeten' })],
      })
      await erasePersonalData(id)
      for (const table of ['skills_cells', 'skills_proofs']) expect(await db.from(table).where('membership_id', id)).toEqual([])
    })
    expect(made.everybody).toBe(true)
  })
})

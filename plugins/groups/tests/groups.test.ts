import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { createParticipant } from '#core/testing/factories'

// The members of a group, the courses that it gives, and the group filter of every list.

const base = '/api/groups/groups'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let course: number

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  course = (await supervisor.get('/api/learning/courses')).body.data[0].id
})

let counter = 0
/** Creates a participant of Noordwind. */
function person({ language, domain, status = 'active' }: { language?: string; domain?: string; status?: string } = {}) {
  counter += 1
  return createParticipant('noordwind', {
    email: `groep${counter}@${domain ?? 'groups.example'}`,
    firstname: 'Groep',
    language: language ?? 'nl',
    membership: { status, deactivated_at: status === 'inactive' ? new Date() : null },
  })
}

/** Acts while that person is being erased; the erasure ends once it is awaited. */
async function whileErased<T>({ id }: { id: number }, fn: () => Promise<T>): Promise<T> {
  let done: Promise<T> | undefined
  await app.asSystem(() =>
    db.transaction(async (trx) => {
      await trx.from('core_memberships').where({ id }).delete()
      done = fn()
      await untilBlocked(app, { orOver: done })
    }),
  )
  return done!
}

async function group(body: object = {}): Promise<{ id: number; updated_at: string; [key: string]: unknown }> {
  counter += 1
  const { status, body: answer } = await supervisor.post(base, { kind: 'location', name: `Groep ${counter}`, ...body })
  expect(status).toBe(201)
  return answer.data
}
const add = (id: number, ...members: { id: number }[]) =>
  supervisor.post(`${base}/${id}/members`, { members: members.map((one) => one.id) })
const give = (id: number, terms: object = {}) => supervisor.put(`${base}/${id}/courses`, { course, mandatory: true, ...terms })
interface Listed {
  id: number
  origin: string
}
const membersOf = async (id: number): Promise<Listed[]> =>
  ((await supervisor.get(`/api/groups/members?group=${id}&per_page=100`)).body.data as Listed[])
    .map((row) => ({ id: row.id, origin: row.origin }))
    .sort((a, b) => a.id - b.id)
const coursesOf = (member: { id: number }) =>
  app.asSystem(() => db.from('learning_participations').where('membership_id', member.id).orderBy('id').select('*'))
const keep = async () => {
  const { enforceRules } = await import('#plugins/groups/server/services/recompute')
  await app.inCompany('noordwind', () => enforceRules())
  await app.settle()
}
/** The bulk action of a list, as a task. */
async function act(path: string, action: string, ids: number[], input: object) {
  const started = await supervisor.post(`${path}/act`, { action, ids, input })
  expect(started.status).toBe(202)
  await app.settle()
  return (await supervisor.get(`/api/core/tasks/${started.body.data.id}/rows`)).body.data as { key: string; code: string | null }[]
}

describe('the job that checks rules for everybody', () => {
  it('runs where somebody changed, joined or is still refused a course, and nowhere else', async () => {
    const { id } = await group({ rule: { match: 'all', conditions: [{ field: 'language', op: 'is', value: 'pl' }] } })
    const somebody = await person()
    const inPeace = () =>
      app.asSystem(async () => {
        await db.from('core_memberships').update({ changed_at: new Date(0) })
        await db.from('core_companies').update({ updated_at: new Date(0) })
      })
    await app.asSystem(() => db.from('groups_gifts').update({ refused: null }))
    await inPeace()
    expect(await dueIn('groups.keep')).toEqual([])
    expect(await dueIn('groups.keep_all')).toContain('noordwind')
    // A sign-in changes no field of a rule.
    await app.asSystem(() => db.from('core_memberships').where('id', somebody.id).update({ last_seen_at: new Date() }))
    expect(await dueIn('groups.keep')).toEqual([])
    await app.asSystem(() => db.from('core_users').where('email', somebody.email).update({ language: 'pl' }))
    expect(await dueIn('groups.keep')).toEqual(['noordwind'])
    await keep()
    expect(await membersOf(id)).toEqual([{ id: somebody.id, origin: 'rule' }])
    await inPeace()
    await app.asSystem(() => db.from('core_memberships').where('id', somebody.id).update({ extra_info: '{"1":"x"}' }))
    expect(await dueIn('groups.keep')).toEqual(['noordwind'])
    await inPeace()
    await person()
    expect(await dueIn('groups.keep')).toEqual(['noordwind'])
    await inPeace()
    await app.asSystem(() => db.from('groups_gifts').where('membership_id', '>', 0).limit(1).update({ refused: 'contract_limit_reached' }))
    expect(await dueIn('groups.keep')).toContain('noordwind')
    await app.asSystem(() => db.from('groups_gifts').update({ refused: null }))
    await supervisor.delete(`${base}/${id}`)
  })
})

describe('a group', () => {
  it('is created, changed with a version check, and deleted; its name is unique and case-insensitive', async () => {
    const made = await group({ name: 'Rotterdam', kind: 'location' })
    expect(made).toMatchObject({ name: 'Rotterdam', kind: 'location', members: 0, courses: 0, rule: null, given: [] })
    const twice = await supervisor.post(base, { kind: 'project', name: 'ROTTERDAM' })
    expect(twice.body.errors).toMatchObject([{ field: 'name', rule: 'unique' }])
    const change = { kind: 'department', name: 'Rotterdam-Zuid', rule: null, updated_at: made.updated_at }
    expect((await supervisor.put(`${base}/${made.id}`, change)).body.data).toMatchObject({ name: 'Rotterdam-Zuid', kind: 'department' })
    expect((await supervisor.put(`${base}/${made.id}`, { ...change, name: 'Anders' })).body.code).toBe('changed_meanwhile')
    expect((await supervisor.delete(`${base}/${made.id}`)).status).toBe(200)
    expect((await supervisor.get(`${base}/${made.id}`)).status).toBe(404)
  })

  it('accepts its own company’s people only, by name and from the list of people, and releases them', async () => {
    const [one, two] = [await person(), await person()]
    const { id } = await group()
    expect((await add(id, one)).status).toBe(200)
    const stranger = (await other.get('/api/people/participants')).body.data[0]
    expect((await add(id, stranger)).status).toBe(404)
    expect((await other.post(`${base}/${id}/members`, { members: [stranger.id] })).status).toBe(404)
    const joined = await act('/api/people/participants', 'groups.join', [two.id], { group: id })
    expect(joined.map(({ code }) => code)).toEqual([null])
    expect(await membersOf(id)).toEqual([
      { id: one.id, origin: 'hand' },
      { id: two.id, origin: 'hand' },
    ])
    await act('/api/groups/members', 'groups.leave', [one.id], { group: id })
    expect(await membersOf(id)).toEqual([{ id: two.id, origin: 'hand' }])
  })
})

describe('a person who is being erased', () => {
  it('cannot be added to a group', async () => {
    const [goes, into] = [await person(), await group()]
    const { status } = await whileErased(goes, () => add(into.id, goes))
    expect(status).toBe(404)
    expect(await membersOf(into.id)).toEqual([])
  })
})

describe('an admin', () => {
  it('manages groups of every company and names the company', async () => {
    const admin = await signInAs('admin@platform.example')
    const made = await admin.post(base, { kind: 'project', name: 'Van het platform' })
    expect(made.body.errors).toMatchObject([{ field: 'company', rule: 'required' }])
    const companies = (await admin.get('/api/groups/companies')).body.data as { id: number; name: string }[]
    const company = companies.find(({ name }) => name === 'Bouwmeester')!
    const { body, status } = await admin.post(base, { kind: 'project', name: 'Van het platform', company: company.id })
    expect([status, body.data.company]).toEqual([201, 'Bouwmeester'])
    expect((await supervisor.get(`${base}/${body.data.id}`)).status).toBe(404)
    expect((await other.get(`${base}?search=platform`)).body.data).toMatchObject([{ name: 'Van het platform', members: 0 }])
    const { options } = (await admin.get('/api/core/people/filters')).body.data[0]
    expect(options).toContainEqual({ value: String(body.data.id), label: 'Van het platform (Bouwmeester)' })
    // A supervisor can name no company except their own.
    expect((await other.post(base, { kind: 'project', name: 'Elders', company: company.id + 1 })).status).toBe(404)
    // An admin cannot add people of another company either.
    expect((await admin.post(`${base}/${body.data.id}/members`, { members: [(await person()).id] })).status).toBe(404)
  })
})

describe('a rule', () => {
  const domain = { field: 'email_domain', op: 'is', value: 'regel.example' }
  const polish = { field: 'language', op: 'is', value: 'pl' }

  it('adds people who match all or any of its conditions, and removes those who no longer do', async () => {
    const [both, one, none] = [
      await person({ domain: 'regel.example', language: 'pl' }),
      await person({ domain: 'regel.example' }),
      await person(),
    ]
    const all = await group({ rule: { match: 'all', conditions: [domain, polish] } })
    const any = await group({ rule: { match: 'any', conditions: [domain, { ...polish, value: 'xx' }] } })
    expect(await membersOf(all.id)).toEqual([{ id: both.id, origin: 'rule' }])
    expect((await membersOf(any.id)).map(({ id }) => id)).toEqual([both.id, one.id])
    await add(any.id, one, none)
    await app.asSystem(() =>
      db
        .from('core_users')
        .where('email', one.email)
        .update({ email: `weg-${one.email.replace('regel', 'elders')}` }),
    )
    const late = await person({ domain: 'regel.example' })
    await keep()
    // A member by hand too stays, and is shown so from now on.
    expect(await membersOf(any.id)).toEqual([
      { id: both.id, origin: 'rule' },
      { id: one.id, origin: 'hand' },
      { id: none.id, origin: 'hand' },
      { id: late.id, origin: 'rule' },
    ])
    const rowsBefore = await app.asSystem(() => db.from('groups_members').where('group_id', any.id).orderBy('id'))
    await keep()
    expect(await app.asSystem(() => db.from('groups_members').where('group_id', any.id).orderBy('id'))).toEqual(rowsBefore)
    const [refused] = await act('/api/groups/members', 'groups.leave', [late.id], { group: any.id })
    expect(refused!.code).toBe('kept_by_rule')
  })

  it('adds the others when one is being erased concurrently', async () => {
    const domain = 'gaat.example'
    const [stays, goes] = [await person({ domain }), await person({ domain })]
    const rule = { match: 'all', conditions: [{ field: 'email_domain', op: 'is', value: domain }] }
    const made = await whileErased(goes, () => group({ rule }))
    expect(await membersOf(made.id)).toEqual([{ id: stays.id, origin: 'rule' }])
  })

  it('uses the company’s registration questions, and nothing that it does not ask', async () => {
    const fields = (await supervisor.get('/api/groups/fields')).body.data as { field: string; options: string[] }[]
    const branch = fields.find(({ options }) => options.includes('Eemshaven'))!
    const here = await person()
    await app.asSystem(() =>
      db
        .from('core_memberships')
        .where('id', here.id)
        .update({ extra_info: JSON.stringify({ [branch.field.replace('answer_', '')]: 'Eemshaven' }) }),
    )
    const rule = (field: string) => ({ match: 'all', conditions: [{ field, op: 'contains', value: 'EEMS' }] })
    const made = await group({ rule: rule(branch.field) })
    expect(await membersOf(made.id)).toEqual([{ id: here.id, origin: 'rule' }])
    const unknown = await supervisor.post(base, { kind: 'function', name: 'Onbekend', rule: rule('answer_999999') })
    expect(unknown.body.errors).toMatchObject([{ field: 'rule.conditions.0.field', rule: 'enum' }])
    expect((await supervisor.post(base, { kind: 'function', name: 'x', rule: rule('password_hash') })).status).toBe(422)
  })
})

describe('a course given to a group', () => {
  it('reaches present and future members, each with their own due day, and nobody who may not have it', async () => {
    const [first, later, idle] = [await person(), await person(), await person({ status: 'inactive' })]
    const { id } = await group()
    await add(id, first, idle)
    expect((await give(id, { due_days: 30 })).body.data.given).toMatchObject([{ course, due_days: 30, mandatory: true }])
    await app.settle()
    expect(await coursesOf(first)).toMatchObject([
      { course_id: course, source: 'group', status: 'registered', mandatory: true, due_at: addDays(today(), 30) },
    ])
    expect(await coursesOf(idle)).toEqual([])
    await add(id, later)
    await app.settle()
    expect(await coursesOf(later)).toMatchObject([{ source: 'group', due_at: addDays(today(), 30) }])
    // New terms apply to people who got it from the group; repeating it changes nothing.
    await give(id, { due_at: addDays(today(), 10), mandatory: false })
    await keep()
    expect(await coursesOf(first)).toMatchObject([{ due_at: addDays(today(), 10), mandatory: false }])
    expect((await coursesOf(later)).length).toBe(1)
    const history = await app.asSystem(() =>
      db
        .from('learning_participation_history as h')
        .join('learning_participations as p', 'p.id', 'h.participation_id')
        .where('p.membership_id', first.id)
        .orderBy('h.id')
        .select('h.action'),
    )
    expect(history.map(({ action }) => action)).toEqual(['given', 'due_changed'])
  })

  it('is announced to its recipients in one message, unless the box is unticked', async () => {
    const mailsTo = async (who: { id: number }) => {
      await app.settle()
      return app.asSystem(() => db.from('core_mail_outbox').where('membership_id', who.id).orderBy('id').select('trigger'))
    }
    const [first, second] = [await person(), await person()]
    const { id } = await group()
    const second_course = (await supervisor.get('/api/learning/courses')).body.data[1].id
    await give(id)
    await give(id, { course: second_course })
    await add(id, first)
    expect(await mailsTo(first)).toEqual([{ trigger: 'learning.mail.assigned' }])
    await keep()
    expect(await mailsTo(first), 'once').toHaveLength(1)
    const quiet = await group()
    expect((await give(quiet.id, { tell: false })).body.data.given).toMatchObject([{ tell: false }])
    await add(quiet.id, second)
    await app.settle()
    expect(await coursesOf(second)).toHaveLength(1)
    expect(await mailsTo(second)).toEqual([])
  })

  it('is withdrawn when somebody leaves, except when it was started or something else gives it', async () => {
    const [free, begun, assigned, twice] = [await person(), await person(), await person(), await person()]
    const [one, two] = [await group(), await group()]
    await supervisor.post('/api/learning/assignments', { courses: [course], members: [assigned.id] })
    for (const { id } of [one, two]) await give(id, { due_days: id === one.id ? 20 : 40 })
    await add(one.id, free, begun, assigned, twice)
    await add(two.id, twice)
    await app.settle()
    // The earlier due day of two groups applies; a person who had it by hand keeps it unchanged.
    expect(await coursesOf(twice)).toMatchObject([{ due_at: addDays(today(), 20) }])
    expect(await coursesOf(assigned)).toMatchObject([{ source: 'assigned', due_at: null }])
    await app.asSystem(() => db.from('learning_participations').where('membership_id', begun.id).update({ status: 'busy', language: 'nl' }))
    const everybody = [free, begun, assigned, twice].map(({ id }) => id)
    await act('/api/groups/members', 'groups.leave', everybody, { group: one.id })
    const statuses = await Promise.all(
      [free, begun, assigned, twice].map(async (who) => (await coursesOf(who)).map(({ status }) => status)),
    )
    expect(statuses).toEqual([['cancelled'], ['busy'], ['registered'], ['registered']])
    expect(await coursesOf(twice)).toMatchObject([{ source: 'group', due_at: addDays(today(), 40) }])
    // When they return it is given again.
    await add(one.id, free)
    await app.settle()
    expect((await coursesOf(free)).map(({ status }) => status)).toEqual(['cancelled', 'registered'])
    // Given by hand as well: then it stays when the group is deleted.
    await supervisor.post('/api/learning/assignments', { courses: [course], members: [free.id] })
    await supervisor.delete(`${base}/${one.id}`)
    await app.settle()
    expect((await coursesOf(free)).map(({ status, source }) => [status, source])).toEqual([
      ['cancelled', 'group'],
      ['registered', 'assigned'],
    ])
    expect(await app.asSystem(() => db.from('groups_gifts').where('membership_id', free.id))).toEqual([])
  })

  it('is withdrawn with the last group that gives it, also when it could not be given for a while', async () => {
    const who = await person()
    const [one, two] = [await group(), await group()]
    await give(one.id, { due_days: 20 })
    await give(two.id, { due_days: 40 })
    for (const { id } of [one, two]) await add(id, who)
    await app.settle()
    expect(await coursesOf(who)).toMatchObject([{ source: 'group', status: 'registered', due_at: addDays(today(), 20) }])
    const courseIs = (status: string) => app.asSystem(() => db.from('learning_courses').where('id', course).update({ status }))
    await courseIs('building')
    await act('/api/groups/members', 'groups.leave', [who.id], { group: one.id })
    await keep()
    const gifts = await app.asSystem(() => db.from('groups_gifts').where('membership_id', who.id).select('refused'))
    expect(gifts).toEqual([{ refused: expect.any(String) }])
    await act('/api/groups/members', 'groups.leave', [who.id], { group: two.id })
    await keep()
    await courseIs('available')
    expect((await coursesOf(who)).map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('is not given to people who passed it, nor again when it was cancelled by hand', async () => {
    const [passed, cancelled] = [await person(), await person()]
    await supervisor.post('/api/learning/assignments', { courses: [course], members: [passed.id] })
    await app.asSystem(() =>
      db.from('learning_participations').where('membership_id', passed.id).update({ status: 'passed', finished_at: new Date() }),
    )
    const { id } = await group()
    await give(id)
    await add(id, passed, cancelled)
    await app.settle()
    const [row] = await coursesOf(cancelled)
    const { updated_at } = (await supervisor.get(`/api/learning/insights/${row.id}`)).body.data
    expect((await supervisor.post(`/api/learning/insights/${row.id}/acts`, { act: 'cancel', updated_at })).status).toBe(200)
    await keep()
    expect((await coursesOf(passed)).map(({ status }) => status)).toEqual(['passed'])
    expect((await coursesOf(cancelled)).map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('must be available to the company, with one kind of due day', async () => {
    const { id } = await group()
    expect((await give(id, { course: 999_999 })).body.errors).toMatchObject([{ field: 'course', rule: 'enum' }])
    const both = await give(id, { due_at: addDays(today(), 3), due_days: 3 })
    expect(both.body.errors).toMatchObject([{ field: 'due_days', rule: 'one_due' }])
  })
})

describe('the filter by group', () => {
  const lines = async (path: string, filter: string) => {
    const file = await supervisor.post(`${path}/export`, { format: 'csv', filter })
    return String(file.body).trim().split('\r\n').length - 1
  }

  it('gives the same number on screen and in the file, in every list about people', async () => {
    const people = [await person(), await person(), await person()]
    const { id } = await group()
    await give(id)
    await add(id, ...people)
    await app.settle()
    const certified = await app.asSystem(() =>
      db
        .from('certificates_certificates as c')
        .join('core_companies as k', 'k.id', 'c.company_id')
        .where('k.login_id', 'noordwind')
        .whereNotNull('membership_id')
        .orderBy('c.id')
        .select('c.membership_id')
        .firstOrFail(),
    )
    await add(id, { id: certified.membership_id })
    const certificates = await app.asSystem(() => db.from('certificates_certificates').where('membership_id', certified.membership_id))
    const filter = `groups_group=${id}`
    const counts: [string, number][] = [
      ['/api/people/participants', 4],
      ['/api/learning/totals', 4],
      ['/api/certificates', certificates.length],
    ]
    // A list without a list definition accepts the same filter.
    await supervisor.post('/api/external_courses/courses', { name: 'Elders', membership_id: people[0]!.id, status: 'passed' })
    const elsewhere = await app.asSystem(() =>
      db.from('external_courses_courses').whereIn('membership_id', [...people.map(({ id: who }) => who), certified.membership_id]),
    )
    expect(elsewhere.length).toBeGreaterThan(0)
    expect((await supervisor.get(`/api/external_courses/courses?${filter}`)).body.meta.total).toBe(elsewhere.length)
    for (const [path, expected] of counts) {
      const page = await supervisor.get(`${path}?${filter}`)
      expect([path, page.status, page.body.meta?.total]).toEqual([path, 200, expected])
      expect([path, await lines(path, filter)]).toEqual([path, expected])
      const { filters } = (await supervisor.get(`${path}/view`)).body.data
      const found = filters.find(({ key }: { key: string }) => key === 'groups_group')
      expect(found.options.map(({ value }: { value: string }) => value)).toContain(String(id))
      // Another company's group has no members here and is not offered.
      expect((await other.get(`${path}?${filter}`)).body.meta.total).toBe(0)
      expect(JSON.stringify((await other.get(`${path}/view`)).body)).not.toContain(`"value":"${id}"`)
      expect((await supervisor.get(`${path}?groups_group=x`)).status).toBe(422)
    }
    const columns = (await supervisor.get(`/api/learning/totals/columns?${filter}`)).body.data
    expect(columns.find((one: { id: number }) => one.id === course).counts.people).toBeGreaterThanOrEqual(3)
    expect(columns.find((one: { id: number }) => one.id === course).counts.people).toBeLessThanOrEqual(4)
  })

  it('narrows the figures, chart, recent events and alerts of the dashboard', async () => {
    const [one, two] = [await person(), await person()]
    const { id } = await group()
    await give(id)
    await add(id, one, two)
    await app.settle()
    const filter = `period=7&groups_group=${id}`
    const kpis = (await supervisor.get(`/api/reports/kpis?${filter}`)).body.data
    expect(kpis).toMatchObject({ new_participants: { value: 2 }, new_enrollments: { value: 2 }, passed_participants: { value: 0 } })
    expect(kpis.new_enrollments.series.reduce((sum: number, count: number) => sum + count, 0)).toBe(2)
    const { data: actions } = (await supervisor.get(`/api/reports/actions?${filter}`)).body
    expect(new Set(actions.map(({ membership_id: who }: { membership_id: number }) => who))).toEqual(new Set([one.id, two.id]))
    const attention = async () => (await supervisor.get(`/api/reports/dashboard?${filter}`)).body.data.attention
    expect(await attention()).toEqual([])
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where('membership_id', one.id)
        .update({ due_at: addDays(today(), -1) }),
    )
    expect(await attention()).toMatchObject([{ key: 'learning.overdue', count: 1 }])
  })
})

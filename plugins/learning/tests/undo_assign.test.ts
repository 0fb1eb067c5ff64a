import { beforeAll, describe, expect, it } from 'vitest'
import type { TaskView } from '#core/contract/tasks'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// Undoing the bulk action "Training toewijzen": it reverts what that task did, and nothing else.

const TASKS = '/api/core/tasks'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient
let one: number
let two: number

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
  ;[one, two] = ((await supervisor.get('/api/learning/courses')).body.data as { id: number }[]).map(({ id }) => id) as [number, number]
})

const newPerson = async (loginId = 'noordwind', membership: Record<string, unknown> = {}): Promise<number> =>
  (await createParticipant(loginId, { firstname: 'Terug', membership })).id

interface Row {
  id: number
  course_id: number
  status: string
  source: string
  due_at: string | null
  mandatory: boolean
  current: boolean
}
const rowsOf = (member: number): Promise<Row[]> =>
  app.asSystem(() => db.from('learning_participations').where('membership_id', member).orderBy('id').select('*'))
const told = async (member: number) => (await rowsOf(member)).map((row) => [row.course_id, row.status, row.current])
const change = (id: number, values: object) =>
  app.asSystem(() =>
    db
      .from('learning_participations')
      .where({ id })
      .update({ ...values, updated_at: db.raw('clock_timestamp()') }),
  )
const taskOf = async (client: TestClient, id: number): Promise<TaskView> => (await client.get(`${TASKS}/${id}`)).body.data

/** Assigns courses to people from the list of people. @returns the finished task */
async function assign(ids: number[], input: object = {}, client = supervisor): Promise<TaskView> {
  const order = { action: 'learning.assign', ids, input: { courses: [one], ...input } }
  const { status, body } = await client.post('/api/people/participants/act', order)
  expect(status).toBe(202)
  await app.settle()
  return taskOf(client, body.data.id)
}
async function undo({ id }: TaskView, client = supervisor) {
  const { status, body } = await client.post(`${TASKS}/${id}/undo`, {})
  expect(status).toBe(202)
  await app.settle()
  const rows = (await client.get(`${TASKS}/${body.data.id}/rows`)).body.data as { key: string; code: string | null; unchanged?: true }[]
  return {
    task: await taskOf(client, body.data.id),
    rows: new Map(rows.map(({ key, code, unchanged }) => [Number(key), code ?? unchanged ?? null])),
  }
}

describe('undoing a bulk assignment of courses', () => {
  it('withdraws them from people who have not begun, leaves refused rows alone, and works once and only for the person who assigned them', async () => {
    const [fresh, out] = [await newPerson(), await newPerson('noordwind', { status: 'inactive', deactivated_at: new Date() })]
    const task = await assign([fresh, out], { courses: [one, two], due_at: addDays(today(), 9) })
    expect(task).toMatchObject({ done: 2, failed: 1, undoable: true })
    expect((await other.post(`${TASKS}/${task.id}/undo`, {})).status).toBe(404)
    const back = await undo(task)
    expect(back.task).toMatchObject({ state: 'done', done: 1, failed: 0, subject: 'learning.assign.undo', undoable: false })
    expect(back.task.about).toBe(task.about)
    expect(await told(fresh)).toEqual([one, two].map((course) => [course, 'cancelled', true]))
    expect(await rowsOf(out)).toEqual([])
    const [first] = await rowsOf(fresh)
    const { history } = (await supervisor.get(`/api/learning/insights/${first!.id}`)).body.data
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['unassigned', 'assigned'])
    expect((await supervisor.post(`${TASKS}/${task.id}/undo`, {})).body.code).toBe('not_undoable')
    expect(await taskOf(supervisor, task.id)).toMatchObject({ undone: true, undoable: false })
    // The copy for the person's page was updated too.
    const noted = await app.asSystem(() => db.from('people_courses').where('membership_id', fresh).select('status'))
    expect(noted.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    // … and the list no longer counts the courses as assigned.
    const { body: person } = await supervisor.get(`/api/people/participants/${fresh}`)
    expect(person.data).toMatchObject({ courses: 0, passed: 0, progress: null })
    expect(person.data.course_list).toHaveLength(2)
  })

  it('restores the previous terms of courses that were already open', async () => {
    const [same, changed] = [await newPerson(), await newPerson()]
    const terms = { due_at: addDays(today(), 20), mandatory: true }
    await assign([same], { due_at: addDays(today(), 5) })
    await assign([changed], terms)
    const task = await assign([same, changed], { due_at: addDays(today(), 5) })
    const back = await undo(task)
    expect(back.rows).toEqual(new Map([[changed, null]]))
    expect(await rowsOf(same)).toMatchObject([{ status: 'registered', due_at: addDays(today(), 5), mandatory: false }])
    expect(await rowsOf(changed)).toMatchObject([{ status: 'registered', ...terms }])
  })

  it('keeps and reports courses begun or passed since, and withdraws the person’s other courses', async () => {
    const [busy, passed] = [await newPerson(), await newPerson()]
    const task = await assign([busy, passed], { courses: [one, two] })
    await change((await rowsOf(busy))[0]!.id, { status: 'busy', language: 'nl' })
    for (const { id } of await rowsOf(passed)) await change(id, { status: 'passed', finished_at: new Date() })
    const back = await undo(task)
    expect(back.task).toMatchObject({ state: 'done', done: 2, failed: 2 })
    expect(back.rows).toEqual(new Map([busy, passed].map((id) => [id, 'begun_meanwhile'])))
    expect((await told(busy)).map(([, status]) => status)).toEqual(['busy', 'cancelled'])
    expect((await told(passed)).map(([, status]) => status)).toEqual(['passed', 'passed'])
  })

  it('keeps courses that a colleague changed or that were assigned in another way since', async () => {
    const [later, booked] = [await newPerson(), await newPerson()]
    const task = await assign([later, booked])
    await assign([later], { due_at: addDays(today(), 3) })
    const { register } = await import('#plugins/learning/server/services/participation_service')
    await app.inCompany('noordwind', () => register(booked, one, 'booking'))
    const back = await undo(task)
    expect(back.rows).toEqual(new Map([later, booked].map((id) => [id, 'given_meanwhile'])))
    for (const id of [later, booked]) expect(await told(id)).toEqual([[one, 'registered', true]])
  })

  it('keeps courses that a colleague assigned again with the same terms', async () => {
    const member = await newPerson()
    const terms = { due_at: addDays(today(), 8) }
    // A course that is given twice by mistake is assigned once.
    const task = await assign([member], { ...terms, courses: [one, two, one] })
    const again = await assign([member], terms, admin)
    expect((await admin.get(`${TASKS}/${again.id}/rows`)).body.data).toEqual([expect.objectContaining({ unchanged: true })])
    expect((await undo(task)).rows).toEqual(new Map([[member, 'given_meanwhile']]))
    expect(await told(member)).toEqual([
      [one, 'registered', true],
      [two, 'cancelled', true],
    ])
  })

  it('makes an earlier passed participation the current one again', async () => {
    const member = await newPerson()
    await assign([member])
    await change((await rowsOf(member))[0]!.id, { status: 'passed', finished_at: new Date() })
    const task = await assign([member], { again: true })
    expect(await told(member)).toEqual([
      [one, 'passed', false],
      [one, 'registered', true],
    ])
    await undo(task)
    expect(await told(member)).toEqual([
      [one, 'passed', true],
      [one, 'cancelled', false],
    ])
  })

  it('gives courses back to the group that had assigned them', async () => {
    const [moved, kept] = [await newPerson(), await newPerson()]
    const { assignByGroup } = await import('#plugins/learning/server/following/assign_by_group')
    const terms = { dueAt: addDays(today(), 30), mandatory: true }
    for (const member of [moved, kept]) await app.inCompany('noordwind', () => assignByGroup(member, one, terms, 'Lassers'))
    const task = await assign([moved], { due_at: addDays(today(), 2) })
    // With the same terms nothing visible changes, but the course is now also assigned directly.
    const quiet = await assign([kept], { due_at: terms.dueAt, mandatory: true })
    for (const member of [moved, kept]) expect(await rowsOf(member)).toMatchObject([{ source: 'assigned' }])
    await undo(task)
    await undo(quiet)
    for (const member of [moved, kept])
      expect(await rowsOf(member)).toMatchObject([{ source: 'group', due_at: terms.dueAt, mandatory: true }])
  })

  it('keeps courses that a merged account of the person had too', async () => {
    const [kept, gone] = [await newPerson(), await newPerson()]
    await assign([gone])
    const task = await assign([kept])
    const emailOf = (id: number) => app.asSystem(async () => (await db.from('kit_members').where({ id }).firstOrFail()).email as string)
    const email = await emailOf(gone)
    const path = `/api/people/participants/${kept}/merge`
    const { version } = (await admin.get(`${path}?email=${encodeURIComponent(email)}`)).body.data
    expect((await admin.post(path, { email, version, confirm: email })).status).toBe(200)
    await app.settle()
    expect((await told(kept)).map(([, status]) => status)).toEqual(['cancelled', 'registered'])
    expect((await undo(task)).rows).toEqual(new Map([[kept, 'given_meanwhile']]))
    expect((await told(kept)).map(([, status]) => status)).toEqual(['cancelled', 'registered'])
  })

  it('does not assignByGroup courses back to a group that no longer assigns them', async () => {
    const member = await newPerson()
    const group = (await supervisor.post('/api/groups/groups', { kind: 'location', name: 'Even maar', rule: null })).body.data.id
    await supervisor.put(`/api/groups/groups/${group}/courses`, { course: one, mandatory: true })
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [member] })
    await app.settle()
    expect(await rowsOf(member)).toMatchObject([{ source: 'group', status: 'registered' }])
    const task = await assign([member], { due_at: addDays(today(), 2) })
    await supervisor.post('/api/groups/members/act', { action: 'groups.leave', ids: [member], input: { group } })
    await app.settle()
    expect((await undo(task)).rows).toEqual(new Map([[member, 'given_meanwhile']]))
    // As a direct assignment it can still be cancelled by a supervisor.
    expect(await rowsOf(member)).toMatchObject([{ source: 'assigned', status: 'registered' }])
  })

  it('reaches every remaining person, also behind hundreds of deleted ones', async () => {
    const people: number[] = await app.asSystem(async () => {
      const { rows } = await db.rawQuery(
        `with u as (insert into core_users (email, firstname, lastname, language)
           select 'velen' || n || '@undo.example', 'Velen', n::text, 'nl' from generate_series(1, 203) n returning id)
         insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind' returning id`,
      )
      return rows.map(({ id }: { id: number | string }) => Number(id)).sort((a: number, b: number) => a - b)
    })
    const [gone, there] = [people.slice(0, 201), people.slice(201)]
    const task = await assign(there)
    // As if the task had assigned it to all of them.
    await app.asSystem(async () => {
      const mine = await db.from('core_task_rows').where('task_id', task.id).select('company_id').firstOrFail()
      const kept = JSON.stringify({ given: [] })
      await db
        .table('core_task_rows')
        .multiInsert(gone.map((id) => ({ company_id: mine.company_id, task_id: task.id, key: String(id), kept })))
      await db.from('core_memberships').whereIn('id', gone).delete()
    })
    expect((await undo(task)).task).toMatchObject({ state: 'done', done: 2, failed: 0 })
    for (const id of there) expect(await told(id)).toEqual([[one, 'cancelled', true]])
  })

  it('completes when it is run again after it was stopped halfway', async () => {
    const people = [await newPerson(), await newPerson(), await newPerson()]
    const task = await assign(people)
    const first = await undo(task)
    // As if the undo was stopped after its first row.
    await app.asSystem(() => db.from('core_tasks').where('id', first.task.id).update({ state: 'cancelled', done: 1 }))
    for (const id of people.slice(1)) await change((await rowsOf(id))[0]!.id, { status: 'registered', finished_at: null })
    const versions = await app.asSystem(() =>
      db.rawQuery(
        `update learning_participations p set updated_at = (r.kept -> 'given' -> 0 ->> 'version')::timestamptz
           from core_task_rows r where r.task_id = ? and (r.kept -> 'given' -> 0 ->> 'id')::bigint = p.id and p.status = 'registered'`,
        [task.id],
      ),
    )
    expect(versions.rowCount).toBe(2)
    const second = await undo(task)
    expect(second.task).toMatchObject({ state: 'done', done: 3, failed: 0 })
    expect(second.rows).toEqual(
      new Map<number, string | true | null>([
        [people[0]!, true],
        [people[1]!, null],
        [people[2]!, null],
      ]),
    )
    for (const id of people) expect(await told(id)).toEqual([[one, 'cancelled', true]])
  })

  it('works for an admin in each company, for the people who still exist', async () => {
    const [here, there, gone] = [await newPerson(), await newPerson('bouwmeester'), await newPerson()]
    const task = await assign([here, there, gone], {}, admin)
    expect(task).toMatchObject({ done: 3, failed: 0 })
    await app.asSystem(() => db.from('core_memberships').where('id', gone).delete())
    const back = await undo(task, admin)
    expect(back.task).toMatchObject({ state: 'done', done: 2, failed: 0 })
    for (const id of [here, there]) expect(await told(id)).toEqual([[one, 'cancelled', true]])
  })

  it('keeps courses when nothing was recorded to undo, or the plugin is off by now', async () => {
    const [member, later] = [await newPerson(), await newPerson()]
    const task = await assign([member])
    await app.asSystem(() => db.from('core_task_rows').where('task_id', task.id).update({ kept: null }))
    expect((await undo(task)).rows).toEqual(new Map([[member, 'not_undoable']]))
    expect(await told(member)).toEqual([[one, 'registered', true]])
    const second = await assign([later])
    const plugins = (text: string) =>
      app.asSystem(() => db.rawQuery(`update core_companies set plugins = ${text} where login_id = 'noordwind'`))
    await plugins(`array_remove(plugins, 'learning')`)
    const late = await signInAs('beheerder@noordwind.example')
    expect((await late.post(`${TASKS}/${second.id}/undo`, {})).status).toBe(404)
    await plugins(`array_append(plugins, 'learning')`)
    expect(await told(later)).toEqual([[one, 'registered', true]])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { TaskView } from '#core/contract/tasks'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// Undoing "In groep zetten" for many people: removes those added by this very task, and the courses that nothing else gives them.

const TASKS = '/api/core/tasks'
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
const newPerson = async (language = 'nl'): Promise<number> => (await createParticipant('noordwind', { firstname: 'Eruit', language })).id
async function newGroup(more: object = {}, gives = true): Promise<number> {
  counter += 1
  const { body } = await supervisor.post('/api/groups/groups', { kind: 'location', name: `Terug ${counter}`, ...more })
  if (gives) expect((await supervisor.put(`/api/groups/groups/${body.data.id}/courses`, { course, mandatory: true })).status).toBe(200)
  await app.settle()
  return body.data.id
}
const taskOf = async (client: TestClient, id: number): Promise<TaskView> => (await client.get(`${TASKS}/${id}`)).body.data
async function join(group: number, ids: number[], client = supervisor): Promise<TaskView> {
  const { status, body } = await client.post('/api/people/participants/act', { action: 'groups.join', ids, input: { group } })
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
const membersOf = async (group: number): Promise<number[]> =>
  (await app.asSystem(() => db.from('groups_members').where('group_id', group).orderBy('membership_id').select('membership_id'))).map(
    ({ membership_id: id }) => id as number,
  )
const statusesOf = async (member: number): Promise<string[]> =>
  (await app.asSystem(() => db.from('learning_participations').where('membership_id', member).orderBy('id').select('status'))).map(
    ({ status }) => status as string,
  )

describe('many people added to a group by a task', () => {
  it('leave it after an undo, except earlier members, once and only by the person who added them', async () => {
    const [fresh, before] = [await newPerson(), await newPerson()]
    const group = await newGroup()
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [before] })
    const task = await join(group, [fresh, before])
    expect(task).toMatchObject({ done: 2, failed: 0, undoable: true })
    expect([await statusesOf(fresh), await statusesOf(before)]).toEqual([['registered'], ['registered']])
    expect((await other.post(`${TASKS}/${task.id}/undo`, {})).status).toBe(404)
    const back = await undo(task)
    expect(back.task).toMatchObject({ state: 'done', done: 1, failed: 0, subject: 'groups.join.undo', undoable: false })
    expect(await membersOf(group)).toEqual([before])
    // The course from the group is withdrawn with it.
    expect([await statusesOf(fresh), await statusesOf(before)]).toEqual([['cancelled'], ['registered']])
    expect((await supervisor.post(`${TASKS}/${task.id}/undo`, {})).body.code).toBe('not_undoable')
    expect(await taskOf(supervisor, task.id)).toMatchObject({ undone: true, undoable: false })
  })

  it('stay when a colleague added them again, by hand or import', async () => {
    const [byHand, byImport, byTask, nobody] = [await newPerson(), await newPerson(), await newPerson(), await newPerson()]
    const group = await newGroup({ name: 'Weer erin' }, false)
    const task = await join(group, [byHand, byImport, byTask, nobody])
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [byHand] })
    const { email } = await app.asSystem(() => db.from('kit_members').where('id', byImport).select('email').firstOrFail())
    const file = { name: 'groepen.csv', type: 'text/csv', content: `E-mail;Groep\n${email};Weer erin\n` }
    const { data: read } = (await supervisor.upload('/api/people/imports?name=groepen.csv&target=members', 'file', file)).body
    expect((await supervisor.post(`/api/people/imports/${read.id}/run`, { invite: false, good_only: true })).status).toBe(202)
    await app.settle()
    await join(group, [byTask], await signInAs('admin@platform.example'))
    const back = await undo(task)
    expect(back.rows).toEqual(
      new Map<number, string | null>([
        [byHand, 'put_in_meanwhile'],
        [byImport, 'put_in_meanwhile'],
        [byTask, 'put_in_meanwhile'],
        [nobody, null],
      ]),
    )
    expect(await membersOf(group)).toEqual([byHand, byImport, byTask])
  })

  it('stay when another account of theirs was a member too and the two were merged', async () => {
    const [kept, gone] = [await newPerson(), await newPerson()]
    const group = await newGroup({}, false)
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [gone] })
    const task = await join(group, [kept])
    const { email } = await app.asSystem(() => db.from('kit_members').where('id', gone).firstOrFail())
    const admin = await signInAs('admin@platform.example')
    const path = `/api/people/participants/${kept}/merge`
    const { version } = (await admin.get(`${path}?email=${encodeURIComponent(email)}`)).body.data
    expect((await admin.post(path, { email, version, confirm: email })).status).toBe(200)
    await app.settle()
    expect((await undo(task)).rows).toEqual(new Map([[kept, 'put_in_meanwhile']]))
    expect(await membersOf(group)).toEqual([kept])
  })

  it('keep courses that another group gives, that were started, and that were given by hand', async () => {
    const [twice, busy, byHand] = [await newPerson(), await newPerson(), await newPerson()]
    const [group, second] = [await newGroup(), await newGroup()]
    const task = await join(group, [twice, busy, byHand])
    await join(second, [twice])
    await app.asSystem(() => db.from('learning_participations').where('membership_id', busy).update({ status: 'busy', language: 'nl' }))
    await supervisor.post('/api/learning/assignments', { courses: [course], members: [byHand] })
    await undo(task)
    expect([await membersOf(group), await membersOf(second)]).toEqual([[], [twice]])
    expect(await Promise.all([twice, busy, byHand].map(statusesOf))).toEqual([['registered'], ['busy'], ['registered']])
  })

  it('stay when the rule of the group includes them, which is reported if it happened since', async () => {
    const [always, since] = [await newPerson('pl'), await newPerson()]
    const rule = { match: 'all', conditions: [{ field: 'language', op: 'is', value: 'pl' }] }
    const group = await newGroup({ rule })
    expect(await membersOf(group)).toContain(always)
    const task = await join(group, [always, since])
    await app.asSystem(() =>
      db.rawQuery(`update core_users set language = 'pl' where id = (select user_id from core_memberships where id = ?)`, [since]),
    )
    const { enforceRules } = await import('#plugins/groups/server/services/recompute')
    await app.inCompany('noordwind', () => enforceRules())
    const back = await undo(task)
    expect(back.rows).toEqual(
      new Map<number, string | null>([
        [always, null],
        [since, 'kept_by_rule'],
      ]),
    )
    const rows = await app.asSystem(() =>
      db.from('groups_members').where('group_id', group).whereIn('membership_id', [always, since]).select('added', 'by_rule'),
    )
    expect(rows).toEqual([1, 2].map(() => ({ added: null, by_rule: true })))
  })

  it('stay removed when they left; rejoined people stay; a deleted group is no error', async () => {
    const [left, again] = [await newPerson(), await newPerson()]
    const group = await newGroup({}, false)
    const task = await join(group, [left, again])
    for (const id of [left, again]) {
      await supervisor.post('/api/groups/members/act', { action: 'groups.leave', ids: [id], input: { group } })
      await app.settle()
    }
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [again] })
    const back = await undo(task)
    expect(back.rows).toEqual(new Map([left, again].map((id) => [id, true])))
    expect(await membersOf(group)).toEqual([again])
    const gone = await newGroup({}, false)
    const second = await join(gone, [left])
    await app.asSystem(() => db.from('groups_groups').where('id', gone).delete())
    expect((await undo(second)).task).toMatchObject({ state: 'done', done: 1, failed: 0 })
  })

  it('can still be removed after the undo was stopped half-way', async () => {
    const people = [await newPerson(), await newPerson()]
    const group = await newGroup({}, false)
    const task = await join(group, people)
    const kept = await app.asSystem(() => db.from('core_task_rows').where('task_id', task.id).orderBy('id').select('kept'))
    const first = await undo(task)
    // As when somebody stopped it after its first row: the second was added already.
    await app.asSystem(async () => {
      await db.from('core_tasks').where('id', first.task.id).update({ state: 'cancelled', done: 1 })
      const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      await db.rawQuery(
        `insert into groups_members (id, company_id, group_id, membership_id, added, put_in_at) overriding system value values (?, ?, ?, ?, 'hand', ?)`,
        [kept[1].kept.row, company.id, group, people[1]!, kept[1].kept.version],
      )
    })
    const second = await undo(task)
    expect(second.rows).toEqual(
      new Map<number, true | null>([
        [people[0]!, true],
        [people[1]!, null],
      ]),
    )
    expect(await membersOf(group)).toEqual([])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { addPeople, endedTask, statusesOf } from '#core/testing/tasks'

// Tasks that people started and that failed for good: admins see them in the list of tasks and can run them again.

const ALL = '/api/core/jobs/tasks'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
})

const deactivating = (ids: readonly number[]) => ({ list: 'people.participants', action: 'people.deactivate', selection: { ids } })

/** A task of the supervisor that stopped without an end, unless told otherwise. */
async function failed(payload: object, columns: Record<string, unknown> = {}): Promise<number> {
  return app.asSystem(async () => {
    const owner = await db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('u.email', 'beheerder@noordwind.example')
      .select('m.*')
      .firstOrFail()
    const of = { company_id: owner.company_id, user_id: owner.user_id, membership_id: owner.id }
    const end = { name: 'core.lists.act', state: 'failed', code: 'interrupted', runs: 5, finished_at: new Date() }
    const [row] = await db
      .table('core_tasks')
      .insert({ ...of, ...end, payload: JSON.stringify(payload), ...columns })
      .returning('id')
    return Number(row.id)
  })
}

const inList = async (id: number, query = '') =>
  (await admin.get(`${ALL}?per_page=100${query}`)).body.data.find((row: { id: number }) => row.id === id)

describe('a task that failed for good', () => {
  it('is listed for an admin, who runs it again: it continues where it stopped, as its owner', async () => {
    const ids = await addPeople('noordwind', 3, 'Hervatstra')
    const id = await failed(deactivating(ids), { total: 3, done: 1 })
    await app.inCompany('noordwind', async () => {
      const { company_id: company } = await db.from('core_tasks').where('id', id).firstOrFail()
      await db.table('core_task_rows').insert({ company_id: company, task_id: id, key: String(ids[0]) })
    })
    const seen = { id, state: 'failed', code: 'interrupted', done: 1, total: 3, again: true, company: 'Noordwind', undoable: false }
    expect(await inList(id, '&state=failed&search=noordwind')).toMatchObject(seen)
    expect(await inList(id, '&state=done,running')).toBeUndefined()
    for (const client of [supervisor, await signInAs('leerling@noordwind.example')]) {
      expect((await client.get(ALL)).status).toBe(403)
      expect((await client.post(`${ALL}/${id}/run`)).status).toBe(403)
    }

    expect((await admin.post(`${ALL}/${id}/run`)).status).toBe(200)
    expect(await endedTask(supervisor, id)).toMatchObject({ state: 'done', code: null, done: 3, failed: 0, again: false })
    // The first one was processed before.
    expect(await statusesOf(ids)).toEqual({ active: 1, inactive: 2 })
    const again = await admin.post(`${ALL}/${id}/run`)
    expect([again.status, again.body.code]).toEqual([409, 'not_again'])
    expect((await admin.post(`${ALL}/999999999/run`)).status).toBe(404)
    const note = await app.asSystem(() => db.from('core_audit_log').where('action', 'task_run_again').orderBy('id', 'desc').firstOrFail())
    expect(note.details).toEqual({ task: id, name: 'core.lists.act' })
  })

  it('can be run again by its owner too, once for concurrent requests; by nobody else', async () => {
    const ids = await addPeople('noordwind', 2, 'Opnieuwstra')
    const id = await failed(deactivating(ids))
    for (const other of [await signInAs('beheerder@bouwmeester.example'), await signInAs('leerling@noordwind.example'), admin]) {
      expect((await other.post(`/api/core/tasks/${id}/again`)).status).toBe(404)
    }
    const asked = [supervisor.post(`/api/core/tasks/${id}/again`), admin.post(`${ALL}/${id}/run`)]
    const answers = await Promise.all([...asked, supervisor.post(`/api/core/tasks/${id}/again`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409, 409])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await endedTask(supervisor, id)).toMatchObject({ state: 'done', done: 2 })
    expect(await statusesOf(ids)).toEqual({ inactive: 2 })
  })

  it('can belong to an admin without a company: its file is created after all', async () => {
    const { id: user } = await app.asSystem(() => db.from('core_users').where('email', 'admin@platform.example').firstOrFail())
    const order = { list: 'people.participants', query: 'search=noordwind', format: 'csv', parts: ['search'] }
    const own = { company_id: null, membership_id: null, user_id: user, name: 'core.lists.export', code: 'default' }
    const id = await failed(order, own)
    expect(await inList(id)).toMatchObject({ company: null, again: true })
    expect((await admin.post(`/api/core/tasks/${id}/again`)).status).toBe(202)
    expect(await endedTask(admin, id)).toMatchObject({ state: 'done', file: { name: 'deelnemers.csv' } })
    // The content of the file is the owner's only.
    expect(await inList(id)).toMatchObject({ state: 'done', file: null })
  })

  it('cannot run again when it undid something, was undone, replaces what it needs, or is older than a week', async () => {
    const ids = await addPeople('noordwind', 1, 'Nietstra')
    const gone = new Date(Date.now() - 8 * 86_400_000)
    const first = await failed(deactivating(ids))
    for (const columns of [
      { undoes: first },
      { undone_at: new Date() },
      { finished_at: gone },
      { name: 'people.import' },
      { name: 'core.companies.restore' },
      { name: 'gone.task' },
      { state: 'done', code: null },
      { state: 'cancelled', code: null },
      { state: 'running', code: null, finished_at: null },
    ]) {
      const id = await failed(deactivating(ids), columns)
      expect((await inList(id)).again).toBe(false)
      for (const answer of [await supervisor.post(`/api/core/tasks/${id}/again`), await admin.post(`${ALL}/${id}/run`)]) {
        expect([answer.status, answer.body.code]).toEqual([409, 'not_again'])
      }
      await app.asSystem(() => db.from('core_tasks').where('id', id).delete())
    }
    expect(await statusesOf(ids)).toEqual({ active: 1 })
  })

  it('is listed once: it is no dead letter as well, and the queue entry of one without a worker is deleted when it ends', async () => {
    const { MAX_RUNS, cleanTasks, runTask } = await import('#core/tasks/run_task')
    const { TASK_JOB } = await import('#core/tasks/task_store')
    const { DEAD_LETTER_QUEUE } = await import('#core/jobs/queues')
    const waits = { state: 'queued', code: null, finished_at: null }
    // Input that nobody could send, so that it throws.
    const broken = await failed({ ...deactivating([]), selection: null }, { ...waits, runs: MAX_RUNS - 1 })
    await app.inCompany('noordwind', () => runTask({ taskId: broken }))
    expect(await inList(broken)).toMatchObject({ state: 'failed', code: 'default', reason: expect.stringContaining('null'), again: true })
    // Its owner reads a sentence.
    expect((await supervisor.get(`/api/core/tasks/${broken}`)).body.data).not.toHaveProperty('reason')

    const left = await failed(deactivating([]), { ...waits, state: 'running', touched_at: new Date(Date.now() - 25 * 3_600_000) })
    const letter = { name: DEAD_LETTER_QUEUE, source_name: TASK_JOB }
    const letters = () =>
      app.asSystem(() =>
        db
          .from('pgboss.job')
          .where(letter)
          .whereRaw(`data->>'taskId' = ?`, [String(left)]),
      )
    await app.asSystem(() => db.table('pgboss.job').insert({ ...letter, data: JSON.stringify({ taskId: left }) }))
    expect(await letters()).toHaveLength(1)
    await cleanTasks()
    expect(await letters()).toEqual([])
    expect(await inList(left)).toMatchObject({ state: 'failed', code: 'interrupted', again: true })
  })
})

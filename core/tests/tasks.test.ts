import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import type { TaskView } from '#core/contract/tasks'
import { addPeople, endedTask as ended, statusesOf } from '#core/testing/tasks'

// Long work that a person starts: the two tasks that every list has, its file and a bulk action.

const LIST = '/api/people/participants'
const TASKS = '/api/core/tasks'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  await addPeople('noordwind', 1200, 'Taakstra')
})

describe('the file of a long list', () => {
  it('is created by a task, with every row of the filter, for its owner only', async () => {
    const { body, status } = await supervisor.post(`${LIST}/export`, { format: 'xlsx', filter: 'search=taakstra&sort=-name' })
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ state: 'queued', label: 'core.tasks.export', subject: 'people.participants.title', file: null })
    const task = await ended(supervisor, body.data.id)
    expect(task).toMatchObject({ state: 'done', done: 1200, total: 1200, failed: 0, file: { name: 'deelnemers.xlsx' } })

    const file = await supervisor.get(`${TASKS}/${task.id}/file`)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="deelnemers.xlsx"/)
    expect(file.bytes.length).toBe(task.file!.size)
    const { rows } = (await readXlsx(file.bytes)).sheets[0]!
    expect(rows).toHaveLength(1201)
    expect(rows[0]!.slice(0, 3)).toEqual(['Voornaam', 'Tussenvoegsel', 'Achternaam'])
    // The full name, one column on the screen, is split into columns in the file.
    expect(rows[0]).not.toContain('Naam')
    expect(rows[1]![0]).toBe('Persoon 999')
    expect(rows.flat().some((value) => value instanceof Date)).toBe(true)

    for (const other of [await signInAs('beheerder@bouwmeester.example'), await signInAs('leerling@noordwind.example'), admin]) {
      for (const path of ['', '/rows', '/file']) expect((await other.get(`${TASKS}/${task.id}${path}`)).status).toBe(404)
      expect((await other.post(`${TASKS}/${task.id}/cancel`)).status).toBe(404)
    }
    expect((await supervisor.get(TASKS)).body.data[0].id).toBe(task.id)
  })

  it('works for an admin too, over every company, and reports which columns of other plugins were left out', async () => {
    const { body } = await admin.post(`${LIST}/export`, { format: 'csv', filter: 'columns=certificates_valid&sort=last_seen' })
    const task = await ended(admin, body.data.id)
    expect(task).toMatchObject({ state: 'done', file: { name: 'deelnemers.csv' } })
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode((await admin.get(`${TASKS}/${task.id}/file`)).bytes)
    const lines = text.trimEnd().split('\r\n')
    const total = (await admin.get(`${LIST}?per_page=10`)).body.meta.total
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(lines).toHaveLength(total + 1)
    expect(lines[0]).toMatch(/;Certificaten$/)
    expect(lines.slice(1).some((line) => /;[1-9]$/.test(line))).toBe(true)
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('works for selected rows too: those, or all except some', async () => {
    const found: number[] = []
    for (let page = 1; page <= 11; page++) {
      const { data } = (await supervisor.get(`${LIST}?search=taakstra&per_page=100&sort=email&page=${page}`)).body
      found.push(...data.map(({ id }: { id: number }) => id))
    }
    const [foreign] = await addPeople('bouwmeester', 1, 'Elderstra')
    const linesOf = async (order: object) => {
      const { status, body } = await supervisor.post(`${LIST}/export`, { format: 'csv', ...order })
      expect(status).toBe(202)
      const task = await ended(supervisor, body.data.id)
      expect(task).toMatchObject({ state: 'done', failed: 0 })
      const text = new TextDecoder().decode((await supervisor.get(`${TASKS}/${task.id}/file`)).bytes)
      return text.trimEnd().split('\r\n').slice(1)
    }
    const chosen = await linesOf({ ids: [...found, foreign], filter: 'search=taakstra&sort=-email' })
    expect(chosen).toHaveLength(1100)
    expect(chosen.join()).not.toContain('Elderstra')
    const rest = await linesOf({ filter: 'search=taakstra', except: found.slice(0, 10), count: 1190 })
    expect(new Set(rest).size).toBe(1190)
  })

  it('is deleted after a week and its task after a month; an abandoned task ends', async () => {
    const { body } = await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'search=taakstra' })
    const { id } = await ended(supervisor, body.data.id)
    const { cleanTasks } = await import('#core/tasks/run_task')
    const age = (days: number) =>
      app.asSystem(() =>
        db
          .from('core_tasks')
          .where('id', id)
          .update({ finished_at: new Date(Date.now() - days * 86_400_000) }),
      )
    await age(6)
    await cleanTasks()
    expect((await supervisor.get(`${TASKS}/${id}/file`)).status).toBe(200)
    const { file_key: key } = await app.asSystem(() => db.from('core_tasks').where('id', id).firstOrFail())
    await age(8)
    await cleanTasks()
    expect((await supervisor.get(`${TASKS}/${id}/file`)).status).toBe(404)
    const { openTaskFile } = await import('#core/tasks/task_file')
    expect(await openTaskFile(key)).toBeNull()
    expect((await supervisor.get(`${TASKS}/${id}`)).body.data).toMatchObject({ state: 'done', file: null })
    await age(31)
    await cleanTasks()
    expect((await supervisor.get(`${TASKS}/${id}`)).status).toBe(404)
  })
})

describe('a bulk action', () => {
  it('processes each selected row once and reports failures with the reason', async () => {
    const ids = await addPeople('noordwind', 3, 'Bulkema')
    const foreign = await addPeople('bouwmeester', 1, 'Vreemdema')
    const own = (await supervisor.get(`${LIST}?role=beheerder`)).body.data[0].id
    const { status, body } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', ids: [...ids, own, ...foreign, ids[0]] })
    expect(status).toBe(202)
    expect(await ended(supervisor, body.data.id)).toMatchObject({ state: 'done', done: 5, total: 5, failed: 2 })
    expect(await statusesOf(ids)).toEqual({ inactive: 3 })
    expect(await statusesOf([own, ...foreign])).toEqual({ active: 2 })
    const { data, next } = (await supervisor.get(`${TASKS}/${body.data.id}/rows?failed=true`)).body
    expect(next).toBeNull()
    expect(data).toEqual(
      expect.arrayContaining([
        { key: String(own), name: 'Ruben Hofstra', code: 'own_membership' },
        // Another company's task is not found, nor is its name shown.
        { key: String(foreign[0]), name: null, code: 'not_found' },
      ]),
    )
    const audit = await app.asSystem(() => db.from('core_audit_log').where('action', 'membership.inactive'))
    expect(audit.map(({ details }) => details.membershipId)).toEqual(expect.arrayContaining(ids))
    const told = await app.asSystem(() => db.from('core_outbox').where('name', 'core.membership.status_changed'))
    expect(told.filter(({ payload }) => ids.includes(payload.membershipId))).toHaveLength(3)
  })

  it('can be undone once, within the hour, for the people it changed', async () => {
    const ids = await addPeople('noordwind', 3, 'Terugstra')
    await app.asSystem(() => db.from('core_memberships').where('id', ids[0]!).update({ status: 'inactive', deactivated_at: new Date() }))
    const { body } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', ids })
    expect(await ended(supervisor, body.data.id)).toMatchObject({ done: 3, failed: 0, undoable: true })
    const undo = `${TASKS}/${body.data.id}/undo`
    const colleague = await signInAs('beheerder@bouwmeester.example')
    expect((await colleague.post(undo, {})).status).toBe(404)
    const { status, body: back } = await supervisor.post(undo, {})
    expect(status).toBe(202)
    expect(await ended(supervisor, back.data.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
    // People who were deactivated before stay deactivated.
    expect(await statusesOf(ids)).toEqual({ active: 2, inactive: 1 })
    expect((await supervisor.post(undo, {})).body.code).toBe('not_undoable')
    // The first shows that it was undone; an undo cannot be undone.
    const told = (await supervisor.get(TASKS)).body.data as { id: number; undoable: boolean; undone: boolean }[]
    expect(told.find(({ id }) => id === body.data.id)).toMatchObject({ undoable: false, undone: true })
    expect(told.find(({ id }) => id === back.data.id)).toMatchObject({ undoable: false, undone: false })
    expect((await supervisor.post(`${TASKS}/${back.data.id}/undo`, {})).body.code).toBe('not_undoable')
    // After the hour.
    const { body: late } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', ids: ids.slice(1, 2) })
    expect(await ended(supervisor, late.data.id)).toMatchObject({ done: 1, undoable: true })
    await app.asSystem(() =>
      db
        .from('core_tasks')
        .where('id', late.data.id)
        .update({ finished_at: new Date(Date.now() - 3_700_000) }),
    )
    expect((await supervisor.post(`${TASKS}/${late.data.id}/undo`, {})).body.code).toBe('not_undoable')
    await app.asSystem(() => db.from('core_memberships').where('id', ids[1]!).update({ status: 'active' }))
    // A person's own task with an action that cannot be undone.
    const { data: sent } = (await supervisor.post(`${LIST}/act`, { action: 'people.invite', ids: ids.slice(1, 2) })).body
    expect(await ended(supervisor, sent.id)).toMatchObject({ failed: 1, undoable: false })
  })

  it('is not undone for people a colleague changed since; an action that changed nothing offers no undo', async () => {
    const ids = await addPeople('noordwind', 3, 'Allebei')
    const deactivate = async (by: Awaited<ReturnType<typeof signInAs>>, chosen: readonly number[]) => {
      const { body } = await by.post(`${LIST}/act`, { action: 'people.deactivate', ids: chosen })
      return ended(by, body.data.id)
    }
    const first = await deactivate(supervisor, ids)
    expect(await deactivate(admin, ids.slice(0, 1))).toMatchObject({ state: 'done', done: 1, failed: 0, undoable: false })
    // Reactivated by somebody else and deactivated again: it is their decision now.
    await admin.post(`${LIST}/act`, { action: 'people.activate', ids: ids.slice(1, 2) }).then(({ body }) => ended(admin, body.data.id))
    await deactivate(admin, ids.slice(1, 2))
    const { body: back } = await supervisor.post(`${TASKS}/${first.id}/undo`, {})
    expect(await ended(supervisor, back.data.id)).toMatchObject({ state: 'done', done: 3, failed: 2 })
    expect(await statusesOf(ids.slice(0, 2))).toEqual({ inactive: 2 })
    expect(await statusesOf(ids.slice(2))).toEqual({ active: 1 })
    const { data } = (await supervisor.get(`${TASKS}/${back.data.id}/rows?failed=true`)).body
    expect(data.map(({ code }: { code: string }) => code)).toEqual(['asked_meanwhile', 'asked_meanwhile'])
    expect((await supervisor.get(`${TASKS}/${first.id}`)).body.data).toMatchObject({ undone: true, undoable: false })
    // When every row stays, nothing was undone and nobody is told so.
    const alone = await deactivate(supervisor, ids.slice(2))
    await deactivate(admin, ids.slice(2))
    const { body: vain } = await supervisor.post(`${TASKS}/${alone.id}/undo`, {})
    expect(await ended(supervisor, vain.data.id)).toMatchObject({ done: 1, failed: 1 })
    expect((await supervisor.get(`${TASKS}/${alone.id}`)).body.data).toMatchObject({ undone: false, undoable: false })
  })

  it('is undone for the rows it had changed when it failed half-way', async () => {
    const ids = await addPeople('noordwind', 2, 'Halverwege')
    const { body } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', ids })
    await ended(supervisor, body.data.id)
    await app.asSystem(() => db.from('core_tasks').where('id', body.data.id).update({ state: 'failed', code: 'default', total: 9 }))
    expect((await supervisor.get(`${TASKS}/${body.data.id}`)).body.data).toMatchObject({ state: 'failed', undoable: true })
    const { status, body: back } = await supervisor.post(`${TASKS}/${body.data.id}/undo`, {})
    expect(status).toBe(202)
    expect(await ended(supervisor, back.data.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
    expect(await statusesOf(ids)).toEqual({ active: 2 })
  })

  it('can be undone again when the first undo was cancelled half-way', async () => {
    const ids = await addPeople('noordwind', 3, 'Toch')
    const { body } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', ids })
    expect(await ended(supervisor, body.data.id)).toMatchObject({ done: 3, undoable: true })
    const undo = `${TASKS}/${body.data.id}/undo`
    const asked = (await app.asSystem(() =>
      db.from('core_memberships').whereIn('id', ids.slice(1)).select('id', db.raw('status_at::text')),
    )) as { id: number; status_at: string }[]
    const { data: first } = (await supervisor.post(undo, {})).body
    await ended(supervisor, first.id)
    // As when somebody stopped it before its second row.
    await app.asSystem(() => db.from('core_tasks').where('id', first.id).update({ state: 'cancelled', done: 1 }))
    await app.asSystem(() => db.from('core_memberships').whereIn('id', ids.slice(1)).update({ status: 'inactive' }))
    for (const { id, status_at } of asked) await app.asSystem(() => db.from('core_memberships').where('id', id).update({ status_at }))
    expect((await supervisor.get(`${TASKS}/${body.data.id}`)).body.data).toMatchObject({ undone: false, undoable: true })
    const both = await Promise.all([supervisor.post(undo, {}), supervisor.post(undo, {})])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    const second = both.find(({ status }) => status === 202)!.body.data
    expect((await supervisor.get(`${TASKS}/${body.data.id}`)).body.data.undoable).toBe(false)
    expect(await ended(supervisor, second.id)).toMatchObject({ state: 'done', done: 3, failed: 0 })
    expect(await statusesOf(ids)).toEqual({ active: 3 })
    expect((await supervisor.get(`${TASKS}/${body.data.id}`)).body.data).toMatchObject({ undone: true, undoable: false })
  })

  it('takes everything that a filter finds, except some, and asks again when the result has changed', async () => {
    const ids = await addPeople('noordwind', 260, 'Filterma')
    const order = { action: 'people.deactivate', filter: 'search=filterma&status=active', except: [ids[5]], count: 259 }
    const stale = await supervisor.post(`${LIST}/act`, { ...order, count: 300 })
    expect([stale.status, stale.body.code, stale.body.count]).toEqual([409, 'selection_changed', 259])
    const { body } = await supervisor.post(`${LIST}/act`, order)
    expect(await ended(supervisor, body.data.id)).toMatchObject({ state: 'done', done: 259, failed: 0 })
    expect(await statusesOf(ids)).toEqual({ inactive: 259, active: 1 })
    const first = (await supervisor.get(`${TASKS}/${body.data.id}/rows`)).body
    expect(first.data).toHaveLength(50)
    const second = (await supervisor.get(`${TASKS}/${body.data.id}/rows?from=${first.next}`)).body
    expect(Number(second.data[0].key)).toBeGreaterThan(Number(first.data.at(-1).key))
  })

  it('reports the result of each row, also of the successful ones, failures first', async () => {
    const ids = await addPeople('noordwind', 60, 'Uitkomstra')
    await app.asSystem(() => db.from('core_memberships').where('id', ids[1]!).update({ status: 'inactive', deactivated_at: new Date() }))
    const act = async (chosen: readonly number[]) => {
      const { body } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', ids: chosen })
      return ended(supervisor, body.data.id)
    }
    const rowsOf = async ({ id }: TaskView, from: number | null = 0) => (await supervisor.get(`${TASKS}/${id}/rows?from=${from}`)).body
    const well = await act(ids.slice(0, 2))
    expect(well).toMatchObject({ done: 2, failed: 0, unchanged: 1, results: true })
    expect((await rowsOf(well)).data).toEqual([
      { key: String(ids[0]), name: 'Persoon 1 Uitkomstra', code: null },
      { key: String(ids[1]), name: 'Persoon 2 Uitkomstra', code: null, unchanged: true },
    ])

    // The failing ones come last in the run.
    const missing = [99_999_998, 99_999_999]
    const some = await act([...ids, ...missing])
    expect(some).toMatchObject({ done: 62, failed: 2, unchanged: 2, results: true })
    const first = await rowsOf(some)
    const second = await rowsOf(some, first.next)
    const keys = [...first.data, ...second.data].map(({ key }: { key: string }) => Number(key))
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 12, null])
    expect(keys).toEqual([...missing, ...ids])
    expect(first.data[0]).toEqual({ key: '99999998', name: null, code: 'not_found' })

    // More of them than a page has.
    const most = await act(Array.from({ length: 55 }, (_, index) => 99_999_900 + index).concat(ids[5]!))
    const begin = await rowsOf(most)
    const end = await rowsOf(most, begin.next)
    expect(begin.data.every(({ code }: { code: string | null }) => code === 'not_found')).toBe(true)
    expect(end.data.map(({ code }: { code: string | null }) => code)).toEqual([...Array<string>(5).fill('not_found'), null])
    expect((await supervisor.get(`${TASKS}/${most.id}/rows?failed=true&from=${begin.next}`)).body.data).toHaveLength(5)
    const file = await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'search=taakstra' })
    expect(await ended(supervisor, file.body.data.id)).toMatchObject({ done: 1200, results: false })
  })

  it('works for an admin in every company, each row in its own', async () => {
    const ids = [...(await addPeople('noordwind', 2, 'Overalma')), ...(await addPeople('bouwmeester', 2, 'Overalstra'))]
    const { body } = await admin.post(`${LIST}/act`, { action: 'people.deactivate', ids })
    expect(await ended(admin, body.data.id)).toMatchObject({ state: 'done', done: 4, failed: 0 })
    expect(await statusesOf(ids)).toEqual({ inactive: 4 })
    const told = await app.asSystem(() =>
      db
        .from('core_outbox as o')
        .join('core_memberships as m', 'm.company_id', 'o.company_id')
        .whereRaw(`o.payload->>'membershipId' = m.id::text`)
        .whereIn('m.id', ids),
    )
    expect(told).toHaveLength(4)
  })

  it('is refused to people without access and for unknown input', async () => {
    for (const body of [
      { action: 'people.erase_all', ids: [1] },
      { action: 'people.deactivate' },
      { action: 'people.deactivate', ids: ['x'] },
    ]) {
      expect((await supervisor.post(`${LIST}/act`, body)).status).toBeGreaterThanOrEqual(404)
    }
    expect((await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', filter: 'status=nonsense', count: 1 })).status).toBe(422)
  })
})

describe('a task', () => {
  /** A waiting task: the job that runs it comes later. */
  async function waiting(
    ids: readonly number[],
    payload: object = { list: 'people.participants', action: 'people.deactivate', selection: { ids } },
  ): Promise<{ id: number; run: () => Promise<void> }> {
    const { id } = await app.asSystem(async () => {
      const owner = await db
        .from('core_memberships as m')
        .join('core_users as u', 'u.id', 'm.user_id')
        .where('u.email', 'beheerder@noordwind.example')
        .select('m.*')
        .firstOrFail()
      const [row] = await db
        .table('core_tasks')
        .insert({
          company_id: owner.company_id,
          user_id: owner.user_id,
          membership_id: owner.id,
          name: 'core.lists.act',
          payload: JSON.stringify(payload),
        })
        .returning('id')
      return row
    })
    const { runTask } = await import('#core/tasks/run_task')
    return { id, run: () => app.inCompany('noordwind', () => runTask({ taskId: id })) }
  }

  it('does nothing when it is cancelled while waiting; a running one stops before its next row', async () => {
    const ids = await addPeople('noordwind', 3, 'Stopstra')
    const early = await waiting(ids)
    expect((await supervisor.post(`${TASKS}/${early.id}/cancel`)).body.data.state).toBe('cancelled')
    await early.run()
    expect(await statusesOf(ids)).toEqual({ active: 3 })

    const { TaskRunner } = await import('#core/tasks/task_runner')
    const { findPerson } = await import('#core/accounts/session_store')
    const running = await waiting(ids)
    await app.inCompany('noordwind', async () => {
      const task = (await TaskRunner.claim(running.id))!
      const runner = TaskRunner.of(task, (await findPerson(task.user_id, task.membership_id))!)
      const deactivate = (id: number) =>
        runner.row(String(id), async (trx) => void (await trx.from('core_memberships').where('id', id).update({ status: 'inactive' })))
      await deactivate(ids[0]!)
      expect((await supervisor.post(`${TASKS}/${running.id}/cancel`)).body.data).toMatchObject({
        state: 'running',
        stopping: true,
        done: 1,
      })
      await expect(deactivate(ids[1]!)).rejects.toThrow('cancelled')
    })
    expect(await statusesOf(ids)).toEqual({ inactive: 1, active: 2 })
  })

  it('selects nobody else when a filter was removed with its plugin before it started', async () => {
    const ids = await addPeople('noordwind', 2, 'Lijstra')
    const { data: group } = (await supervisor.post('/api/groups/groups', { kind: 'project', name: 'Lijstra', rule: null })).body
    expect((await supervisor.post(`/api/groups/groups/${group.id}/members`, { members: [ids[0]] })).status).toBeLessThan(300)
    const filter = `search=lijstra&groups_group=${group.id}`
    const { body } = await supervisor.post(`${LIST}/act`, { action: 'people.deactivate', filter, count: 1 })
    expect(await ended(supervisor, body.data.id)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await statusesOf(ids)).toEqual({ active: 1, inactive: 1 })
    const asked = await app.asSystem(() => db.from('core_tasks').where('id', body.data.id).firstOrFail())
    const again = await waiting([], asked.payload)
    await app.withoutPlugin('noordwind', 'groups', () => again.run())
    expect((await supervisor.get(`${TASKS}/${again.id}`)).body.data).toMatchObject({ state: 'failed', code: 'selection_changed' })
    expect(await statusesOf(ids)).toEqual({ active: 1, inactive: 1 })
  })

  it('processes no row twice: not in a second run, and not after another process took it over', async () => {
    const ids = await addPeople('noordwind', 4, 'Eenmalstra')
    const { TaskRunner } = await import('#core/tasks/task_runner')
    const { findPerson } = await import('#core/accounts/session_store')
    const task = await waiting(ids)
    let done = 0
    await app.inCompany('noordwind', async () => {
      const claim = async () => {
        const row = (await TaskRunner.claim(task.id))!
        return TaskRunner.of(row, (await findPerson(row.user_id, row.membership_id))!)
      }
      const [first, second] = [await claim(), await claim()]
      const count = async () => void (done += 1)
      await expect(first.row('1', count)).rejects.toThrow('taken_over')
      await second.row('1', count)
      await second.row('1', count)
      await expect(first.keep({ past: 9 })).rejects.toThrow('taken_over')
    })
    expect(done).toBe(1)
    await task.run()
    const { data } = (await supervisor.get(`${TASKS}/${task.id}`)).body
    expect(data).toMatchObject({ state: 'done', done: 5 })
  })

  it('does nothing when its owner may no longer sign in', async () => {
    const ids = await addPeople('noordwind', 2, 'Blijfstra')
    const task = await waiting(ids)
    const set = (status: string) =>
      app.asSystem(() =>
        db.from('core_memberships').whereIn('id', db.from('core_tasks').where('id', task.id).select('membership_id')).update({ status }),
      )
    await set('inactive')
    await task.run()
    await set('active')
    // Being deactivated ended their session for good.
    expect((await supervisor.get(`${TASKS}/${task.id}`)).status).toBe(401)
    supervisor = await signInAs('beheerder@noordwind.example')
    expect((await supervisor.get(`${TASKS}/${task.id}`)).body.data).toMatchObject({ state: 'failed', code: 'not_allowed' })
    expect(await statusesOf(ids)).toEqual({ active: 2 })
  })

  it('waits for its turn: a person may have five open ones, not six', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => waiting([])))
    const { status, body } = await supervisor.post(`${LIST}/act`, { action: 'people.activate', ids: [1] })
    expect([status, body.code]).toEqual([409, 'too_many_tasks'])
    for (const { id } of open) await supervisor.post(`${TASKS}/${id}/cancel`)
  })
})

describe('a task that stops', () => {
  it('notifies its owner before it counts as ended: after a crash in between it runs again', async () => {
    const { TaskRunner } = await import('#core/tasks/task_runner')
    const { data } = (await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'search=taakstra' })).body
    await ended(supervisor, data.id)
    const row = () => app.asSystem(() => db.from('core_tasks').where('id', data.id).first())
    // An import with an invalid id: reporting it fails, as when the server dies.
    const stand = (id: unknown) =>
      app.asSystem(() =>
        db
          .from('core_tasks')
          .where('id', data.id)
          .update({ name: 'people.import', payload: { id }, state: 'running', lease: randomUUID() }),
      )
    await stand('none')
    await expect(TaskRunner.of(await row(), {} as never).finish('failed', 'default')).rejects.toThrow('none')
    expect((await row()).state).toBe('running')

    // A task that another server took over meanwhile is left alone.
    const before = TaskRunner.of(await row(), {} as never)
    await stand('none')
    await before.finish('failed', 'default')
    expect((await row()).state).toBe('running')

    await stand(0)
    await TaskRunner.of(await row(), {} as never).finish('failed', 'default')
    expect((await row()).state).toBe('failed')
    await app.asSystem(() => db.from('core_tasks').where('id', data.id).delete())
  })
})

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { endedTask } from '#core/testing/tasks'

// Scheduled reports of an admin: across companies, so they belong to none; a task of the admin creates them.

const REPORTS = '/api/reports/reports'
const MINI = 'mini@platform.example'
const definition = {
  ...{
    source: 'reports.actions',
    columns: ['company', 'person', 'kind'],
    match: 'all',
    filters: [],
    period: null,
    people: {},
    company: null,
  },
  ...{ group: null, chart: null, sort: null },
}
const monday = { every: 'week', on: 1, hour: 7, format: 'csv' }
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let mini: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
  mini = await signInAs(MINI)
})

async function planned(client: TestClient, columns: Record<string, unknown> = {}): Promise<number> {
  const { id } = (await client.post(REPORTS, { name: 'Alle bedrijven', shared: false, definition })).body.data
  const { status, body } = await client.put(`${REPORTS}/${id}/schedule`, monday)
  expect([status, body.data.for_colleague]).toEqual([200, false])
  await app.asSystem(() =>
    db
      .from('core_planned_tasks')
      .where('key', `reports.report:${id}`)
      .update({ next_at: new Date(Date.now() - 60_000), ...columns }),
  )
  return id
}

const start = async () => {
  const { startPlanned } = await import('#core/tasks/planned_tasks')
  await app.asSystem(startPlanned)
}
const tasksOf = (id: number): Promise<{ id: number; user_id: number; payload: object }[]> =>
  app.asSystem(() =>
    db
      .from('core_tasks')
      .where('name', 'reports.download')
      .whereRaw(`payload->>'report' = ?`, [String(id)]),
  )
const mailsOf = (id: number) =>
  app.asSystem(() =>
    db
      .from('core_mail_outbox')
      .where('trigger', 'reports.mail.planned')
      .whereRaw(`payload->>'reportId' = ?`, [String(id)]),
  )
const reportOf = async (client: TestClient, id: number) => (await client.get(`${REPORTS}/${id}`)).body.data

describe('a report that an admin schedules', () => {
  it('is created at its hour, once, as a task of theirs, with rows of every company, and mailed to them', async () => {
    const id = await planned(mini)
    // The clock of a company ignores it.
    const { queueDueReports } = await import('../server/services/run_store.js')
    await app.inCompany('noordwind', queueDueReports)
    await Promise.all([start(), start()])
    await start()
    const tasks = await tasksOf(id)
    expect(tasks).toHaveLength(1)
    const task = await endedTask(mini, Number(tasks[0]!.id))
    expect(task).toMatchObject({ state: 'done', about: 'Alle bedrijven', file: { size: expect.any(Number) } })
    const text = new TextDecoder().decode((await mini.get(`/api/core/tasks/${task.id}/file`)).bytes)
    for (const company of ['Noordwind', 'Bouwmeester']) expect(text).toContain(company)
    expect((await admin.get(`/api/core/tasks/${task.id}/file`)).status).toBe(404)

    await app.settle()
    const mails = await mailsOf(id)
    expect(mails.map((mail) => [mail.company_id, mail.to_email])).toEqual([[null, MINI]])
    expect(mails[0].text).toContain(`/reports/bekijken?report=${id}`)
    expect(mails[0].text).toContain('7 dagen')
    const now = await reportOf(mini, id)
    expect([Date.parse(now.next_at) > Date.now(), now.runs]).toEqual([true, []])

    // A run that was interrupted after the mail sends no second one.
    const { runTask } = await import('#core/tasks/run_task')
    await app.asSystem(() => db.from('core_tasks').where('id', task.id).update({ state: 'running' }))
    await app.asSystem(() => runTask({ taskId: task.id }))
    expect(await mailsOf(id)).toHaveLength(1)
  })

  it('is started when an operator runs the clock by hand, and the server creates it', async () => {
    const id = await planned(mini)
    const job = ['--import=@poppinss/ts-exec', 'core/bin/job.ts', 'core.tasks.planned']
    const { stdout } = await promisify(execFile)(process.execPath, job, { env: process.env })
    expect(stdout).toContain('core.tasks.planned ran for the platform.')
    const [task] = await tasksOf(id)
    expect(await endedTask(mini, Number(task!.id))).toMatchObject({ state: 'done', about: 'Alle bedrijven' })
  })

  it('belongs to all admins: the last one to schedule it receives it, and any of them can end it', async () => {
    const id = await planned(mini)
    expect(await reportOf(admin, id)).toMatchObject({ for_colleague: true, schedule: monday })
    expect((await admin.put(`${REPORTS}/${id}/schedule`, { ...monday, format: 'xlsx' })).body.data.for_colleague).toBe(false)
    expect((await reportOf(mini, id)).for_colleague).toBe(true)
    expect((await mini.delete(`${REPORTS}/${id}/schedule`)).body.data).toMatchObject({
      schedule: null,
      next_at: null,
      for_colleague: false,
    })
    await start()
    expect(await tasksOf(id)).toEqual([])
    for (const email of ['beheerder@noordwind.example', 'beheerder@bouwmeester.example']) {
      expect((await (await signInAs(email)).put(`${REPORTS}/${id}/schedule`, monday)).status).toBe(404)
    }
  })

  it('stops when its admin is no longer one, and when a part of it no longer exists', async () => {
    const { id: supervisor } = await app.asSystem(() => db.from('core_users').where('email', 'beheerder@noordwind.example').firstOrFail())
    const left = await planned(mini, { user_id: supervisor })
    const erased = await planned(mini, { user_id: null })
    const broken = await planned(mini)
    const gone = JSON.stringify({ ...definition, columns: ['gone'] })
    await app.asSystem(() => db.from('reports_reports').where('id', broken).update({ definition: gone }))
    await start()
    expect([await tasksOf(left), await tasksOf(erased)]).toEqual([[], []])
    const [task] = await tasksOf(broken)
    expect(await endedTask(mini, Number(task!.id))).toMatchObject({ state: 'failed', code: 'report_broken' })
    for (const [id, why] of [
      [left, 'owner_left'],
      [erased, 'owner_left'],
      [broken, 'report_broken'],
    ] as const) {
      expect(await reportOf(admin, id)).toMatchObject({ stopped: why, next_at: null, schedule: null })
      expect(await mailsOf(id)).toEqual([])
    }
  })

  it('is not broken by a timeout: the timeout is reported, and the schedule stays', async () => {
    const { isBroken } = await import('../server/services/run_store.js')
    const { AppError, invalid } = await import('#core/contract/errors')
    expect(isBroken(new AppError(422, 'report_too_slow'))).toBe(false)
    expect(isBroken(invalid('columns', 'enum'))).toBe(true)
    expect(isBroken(new Error('the database is away'))).toBe(false)
  })

  it('waits an hour while five of their tasks are running, and delays nobody else', async () => {
    const { id: user } = await app.asSystem(() => db.from('core_users').where('email', MINI).firstOrFail())
    const open = { user_id: user, name: 'core.lists.export', state: 'running', payload: '{}' }
    await app.asSystem(() => db.table('core_tasks').multiInsert(Array.from({ length: 5 }, () => open)))
    const full = await planned(mini)
    const other = await planned(admin)
    await start()
    expect([(await tasksOf(full)).length, (await tasksOf(other)).length]).toEqual([0, 1])
    await app.asSystem(() => db.from('core_tasks').where({ user_id: user, payload: '{}' }).delete())
    await start()
    expect((await tasksOf(full)).length).toBe(1)
    for (const [client, id] of [
      [mini, full],
      [admin, other],
    ] as const) {
      for (const task of await tasksOf(id)) expect(await endedTask(client, Number(task.id))).toMatchObject({ state: 'done' })
    }
  })

  it('has the name of the report, and ends with it', async () => {
    const id = await planned(mini)
    await admin.put(`${REPORTS}/${id}`, { name: 'Met een nieuwe naam', shared: false, definition })
    await start()
    const [task] = await tasksOf(id)
    expect(await endedTask(mini, Number(task!.id))).toMatchObject({ about: 'Met een nieuwe naam', state: 'done' })
    expect((await admin.delete(`${REPORTS}/${id}`)).status).toBe(200)
    const left = await app.asSystem(() => db.from('core_planned_tasks').where('key', `reports.report:${id}`))
    expect(left).toEqual([])
  })
})

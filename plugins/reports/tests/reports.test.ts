import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient, TestResponse } from '#core/testing/client'
import { createSupervisor } from '#core/testing/factories'
import type { ReportDefinition } from '../contract/definition.js'

// Reports that people build: one query for screen, file, dashboard and API; and no part of a request becomes SQL.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})

const results = (change: Partial<ReportDefinition> = {}): ReportDefinition => ({
  ...{ source: 'learning.participations', columns: ['person', 'course', 'status'], match: 'all', filters: [], period: null },
  ...{ people: {}, company: null, group: null, chart: null, sort: null },
  ...change,
})
const preview = (definition: unknown, client = supervisor, page?: number) =>
  client.post('/api/reports/preview', { definition, ...(page && { page }) })
const total = async (definition: ReportDefinition, client = supervisor): Promise<number> =>
  (await preview(definition, client)).body.data.total
const file = (definition: ReportDefinition, format = 'csv', client = supervisor) =>
  client.post('/api/reports/file', { definition, name: 'Proef', format })
const lines = ({ body }: TestResponse) => String(body).replace('\uFEFF', '').trim().split(/\r?\n/)

describe('a report', () => {
  it('of every source can have all columns, and can be filtered, sorted and grouped by each', async () => {
    const { data: sources } = (await supervisor.get('/api/reports/sources')).body
    expect(sources.map(({ name }: { name: string }) => name)).toEqual([
      ...['learning.participations', 'people.people', 'certificates.certificates', 'external_courses.courses', 'groups.members'],
      'flows.people',
      'reports.actions',
    ])
    for (const source of sources) {
      const columns = source.columns.map(({ key }: { key: string }) => key)
      expect(columns).not.toContain('company')
      const whole = results({ source: source.name, columns })
      const { status, body } = await preview(whole)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data.rows.every(({ values }: { values: unknown[] }) => values.length === columns.length)).toBe(true)
      for (const { key, kind, groups, choices } of source.columns) {
        const says = `${source.name} ${key}`
        expect((await preview(results({ ...whole, sort: `-${key}` }))).status, says).toBe(200)
        if (!groups) continue
        const grouped = await preview(results({ ...whole, group: { column: key } }))
        expect(grouped.status, says).toBe(200)
        const sum = grouped.body.data.groups.reduce((all: number, { count }: { count: number }) => all + count, 0)
        expect(sum, says).toBe(body.data.total)
        if (kind !== 'choice') continue
        for (const value of Object.keys(choices)) {
          const one = results({ source: source.name, columns: [key], filters: [{ column: key, op: 'any_of', values: [value] }] })
          const found = grouped.body.data.groups.find((group: { value: string }) => group.value === value)
          expect(await total(one), `${says} ${value}`).toBe(found?.count ?? 0)
          const rest = results({ source: source.name, columns: [key], filters: [{ column: key, op: 'none_of', values: [value] }] })
          expect(await total(rest), `${says} not ${value}`).toBe(body.data.total - (found?.count ?? 0))
        }
      }
    }
  })

  it('combines its filters with "and" or "or", and supports each operator', async () => {
    const all = await total(results())
    const done: ReportDefinition['filters'][number] = { column: 'status', op: 'any_of', values: ['registered', 'busy'] }
    const named = { column: 'person', op: 'contains', value: 'SANNÉ' } as const
    const [passed, sannes, both, either] = await Promise.all([
      total(results({ filters: [done] })),
      total(results({ filters: [named] })),
      total(results({ filters: [done, named] })),
      total(results({ filters: [done, named], match: 'any' })),
    ])
    expect(sannes).toBeGreaterThan(0)
    expect(both).toBeGreaterThan(0)
    expect(either).toBe(passed + sannes - both)
    const count = (filter: ReportDefinition['filters'][number]) => total(results({ filters: [filter] }))
    expect(await count({ column: 'person', op: 'not_contains', value: 'sanne' })).toBe(all - sannes)
    expect(await count({ column: 'person', op: 'is', value: 'sanne de vries' })).toBe(sannes)
    expect(await count({ column: 'person', op: 'contains', value: '%' })).toBe(0)
    const [high, low, none] = await Promise.all([
      count({ column: 'progress', op: 'at_least', value: '50' }),
      count({ column: 'progress', op: 'at_most', value: '49' }),
      count({ column: 'grade', op: 'empty' }),
    ])
    expect(high + low).toBe(all)
    expect(await count({ column: 'grade', op: 'not_empty' })).toBe(all - none)
    expect((await count({ column: 'latest', op: 'yes' })) + (await count({ column: 'latest', op: 'no' }))).toBe(all)
    const day = DateTime.now().setZone('Europe/Amsterdam')
    const [until, from] = await Promise.all([
      count({ column: 'registered_at', op: 'until', value: day.minus({ days: 10 }).toISODate()! }),
      count({ column: 'registered_at', op: 'from', value: day.minus({ days: 9 }).toISODate()! }),
    ])
    expect(until + from).toBe(all)
    // The first and the last possible day: in other time zones they are in the years 0 and 10000.
    const between = { kind: 'between', from: '0001-01-01', to: '9999-12-31' } as const
    for (const [source, column] of [
      ['learning.participations', 'registered_at'],
      ['external_courses.courses', 'valid_until'],
    ] as const) {
      const whole = results({ source, columns: [column] })
      const dated = await total({ ...whole, filters: [{ column, op: 'not_empty' }] })
      expect(await total({ ...whole, period: { column, ...between } }), source).toBe(dated)
      const ends = [{ column, op: 'from', value: between.from } as const, { column, op: 'until', value: between.to } as const]
      expect(await total({ ...whole, filters: ends }), source).toBe(dated)
    }
    expect(await count({ column: 'registered_at', op: 'last', value: '10' })).toBe(from)
    expect(await total(results({ period: { column: 'registered_at', kind: 'last', days: 10 } }))).toBe(from)
    expect(await count({ column: 'due_at', op: 'next', value: '3660' })).toBe(
      await total(results({ period: { column: 'due_at', kind: 'next', days: 3660 } })),
    )
  })

  it('has the same number on the dashboard, the screen, in each file and in the API, also for one group', async () => {
    const [group, next] = (await supervisor.get('/api/groups/groups')).body.data.map(({ id }: { id: number }) => id)
    for (const [query, people] of [
      ['', {}],
      [`&groups_group=${group}`, { groups_group: [group] }],
      [`&groups_group=${group},${next}`, { groups_group: [group, next] }],
    ] as const) {
      const { data: kpis } = (await supervisor.get(`/api/reports/kpis?period=90${query}`)).body
      for (const kpi of ['new_participants', 'new_enrollments', 'passed_participants', 'enrollments']) {
        const { data: definition } = (await supervisor.get(`/api/reports/standard?kpi=${kpi}&period=90${query}`)).body
        expect(definition.people).toEqual(people)
        expect(await total(definition), kpi).toBe(kpis[kpi].value)
        const csv = await file(definition)
        expect(lines(csv), kpi).toHaveLength(kpis[kpi].value + 1)
        const { parseXlsx } = await sheets()
        expect(await parseXlsx((await file(definition, 'xlsx')).bytes), kpi).toBe(kpis[kpi].value + 1)
      }
    }
  })

  it('pages through all rows once, in the order of its file', async () => {
    const definition = results({ columns: ['person', 'course'], sort: 'person' })
    const first = (await preview(definition)).body.data
    const pages = Math.ceil(first.total / 25)
    const rows: string[] = []
    for (let page = 1; page <= pages; page++)
      rows.push(...(await preview(definition, supervisor, page)).body.data.rows.map(({ values }: { values: string[] }) => values.join(';')))
    expect(rows).toHaveLength(first.total)
    expect(
      lines(await file(definition))
        .slice(1)
        .map((line) => line.replaceAll('"', '')),
    ).toEqual(rows)
  })

  it('escapes formulas in a file, and creates a PDF in a task', async () => {
    await app.inCompany('noordwind', async () => {
      const member = await db.from('kit_members').where('role', 'leerling').orderBy('id').firstOrFail()
      await db.table('external_courses_courses').insert({
        ...{ company_id: member.company_id, membership_id: member.id, name: '=cmd|calc', status: 'passed' },
      })
    })
    const definition = results({
      source: 'external_courses.courses',
      columns: ['name', 'person'],
      filters: [{ column: 'name', op: 'contains', value: '=cmd' }],
    })
    const [, line] = lines(await file(definition))
    expect(line).not.toMatch(/^"?=/)
    const started = await file(definition, 'pdf')
    expect(started.status).toBe(202)
    await app.settle()
    const { data: tasks } = (await supervisor.get('/api/core/tasks')).body
    const task = tasks.find(({ id }: { id: number }) => id === started.body.data.id)
    expect(task).toMatchObject({ state: 'done', about: 'Proef', file: { name: 'Proef.pdf' } })
    const pdf = await supervisor.get(`/api/core/tasks/${task.id}/file`)
    expect(new TextDecoder('latin1').decode(pdf.bytes.slice(0, 5))).toBe('%PDF-')
  })

  it('is a valid workbook whatever its name', async () => {
    for (const name of ['History', "Scores ‘VCA’ en 'BHV'", "'", '///', `${'x'.repeat(30)}\u{1F600}`]) {
      const made = await supervisor.post('/api/reports/file', { definition: results(), name, format: 'xlsx' })
      expect([name, made.status]).toEqual([name, 200])
      expect(await (await sheets()).parseXlsx(made.bytes)).toBeGreaterThan(1)
    }
  })

  it('is refused at any field that its source does not have', async () => {
    const wrong: [Partial<Record<keyof ReportDefinition, unknown>>, string][] = [
      [{ source: 'core_users' }, 'source'],
      [{ source: "x'; drop table" }, 'definition.source'],
      [{ columns: ['password'] }, 'columns.0'],
      [{ columns: ['person', 'person'] }, 'columns'],
      [{ columns: [] }, 'definition.columns'],
      [{ columns: ['company'] }, 'columns.0'],
      [{ sort: 'status; select 1' }, 'definition.sort'],
      [{ sort: 'grade' }, 'sort'],
      [{ filters: [{ column: 'status', op: 'contains', value: 'x' }] }, 'filters.0.op'],
      [{ filters: [{ column: 'status', op: 'any_of', values: ['x'] }] }, 'filters.0.value'],
      [{ filters: [{ column: 'progress', op: 'at_least', value: '1 or 1=1' }] }, 'filters.0.value'],
      [{ filters: [{ column: 'due_at', op: 'from', value: '2026-02-30' }] }, 'filters.0.value'],
      [{ filters: [{ column: 'due_at', op: 'last', value: '99999' }] }, 'filters.0.value'],
      [{ filters: [{ column: 'person', op: 'matches', value: 'x' }] }, 'definition.filters.0.op'],
      [{ filters: Array.from({ length: 16 }, () => ({ column: 'latest', op: 'yes' })) }, 'definition.filters'],
      [{ period: { column: 'person', kind: 'last', days: 3 } }, 'period.column'],
      [{ period: { column: 'due_at', kind: 'last' } }, 'period.days'],
      [{ group: { column: 'progress' } }, 'group.column'],
      [{ group: { column: 'status', unit: 'century' } }, 'definition.group.unit'],
    ]
    for (const [change, field] of wrong) {
      const { status, body } = await preview({ ...results(), ...change })
      expect([status, body.errors?.[0]?.field], JSON.stringify(change)).toEqual([422, field])
    }
    expect(
      (await preview(results({ filters: [{ column: 'person', op: 'contains', value: "'; drop table core_users; --" }] }))).body.data.total,
    ).toBe(0)
  })

  it('needs as many queries for a few rows as for many', async () => {
    const few = await app.countQueries(() => preview(results({ filters: [{ column: 'person', op: 'contains', value: 'sanne' }] })))
    expect(await app.countQueries(() => preview(results()))).toBe(few)
  })
})

describe('companies', () => {
  it('see their own rows; an admin sees all, or one', async () => {
    const definition = results({ columns: ['person', 'email'] })
    const emails = async (client: TestClient) =>
      (await preview(definition, client)).body.data.rows.map(({ values }: { values: string[] }) => values[1])
    expect((await emails(supervisor)).filter((email: string) => email.includes('bouwmeester'))).toEqual([])
    const counted: Record<string, number> = {}
    for (const company of (await admin.get('/api/people/companies')).body.data)
      counted[company.name] = await total(results({ company: company.id }), admin)
    const everybody = await total(definition, admin)
    expect(Object.values(counted).reduce((sum, one) => sum + one, 0)).toBe(everybody)
    expect(counted.Noordwind).toBe(await total(definition))
    const byCompany = (await preview(results({ group: { column: 'company' } }), admin)).body.data.groups
    expect(byCompany.find(({ value }: { value: string }) => value === 'Noordwind').count).toBe(counted.Noordwind)
    // A supervisor who names another company gets their own.
    const { company_id: theirs } = await app.inCompany('bouwmeester', () => db.from('core_memberships').firstOrFail())
    expect(await total(results({ company: theirs }))).toBe(counted.Noordwind)
  })
})

describe('a saved report', () => {
  const save = async (client: TestClient, change: object = {}) =>
    (await client.post('/api/reports/reports', { name: 'Mijn rapport', shared: false, definition: results(), ...change })).body.data

  it('is private until it is shared, and never visible to another company', async () => {
    const colleague = await signInAs('beheerder@noordwind.example')
    const { id } = await save(supervisor)
    const { id: membership } = await createSupervisor('noordwind', { firstname: 'Tweede', lastname: 'Beheerder' })
    const mine = () => app.inCompany('noordwind', () => db.from('reports_reports').where('id', id))
    // As a colleague's report: a private one is not found, a shared one may be read and copied but not changed.
    await mine().then(() =>
      app.inCompany('noordwind', () => db.from('reports_reports').where('id', id).update({ membership_id: membership })),
    )
    const path = `/api/reports/reports/${id}`
    const body = { name: 'Anders', shared: true, definition: results() }
    expect((await colleague.get(path)).status).toBe(404)
    await app.inCompany('noordwind', () => db.from('reports_reports').where('id', id).update({ shared: true }))
    expect((await colleague.get(path)).body.data).toMatchObject({ own: false, owner: 'Tweede Beheerder' })
    expect((await colleague.put(path, body)).status).toBe(403)
    expect((await colleague.delete(path)).status).toBe(403)
    expect((await colleague.put(`${path}/schedule`, { every: 'day', hour: 7, format: 'csv' })).status).toBe(403)
    const copy = (await colleague.post(`${path}/duplicate`, { name: 'Kopie' })).body.data
    expect(copy).toMatchObject({ own: true, shared: false, name: 'Kopie' })
    expect((await colleague.put(`/api/reports/reports/${copy.id}`, body)).body.data.name).toBe('Anders')
    expect((await colleague.delete(`/api/reports/reports/${copy.id}`)).status).toBe(200)
    for (const stranger of [other, admin]) {
      expect((await stranger.get(path)).status).toBe(404)
      expect((await stranger.put(path, body)).status).toBe(404)
      expect((await stranger.post(`${path}/duplicate`, { name: 'Kopie' })).status).toBe(404)
      const { data } = (await stranger.get('/api/reports/reports')).body
      expect(data.map((one: { id: number }) => one.id)).not.toContain(id)
    }
  })

  it('of an admin belongs to all admins, and to no company', async () => {
    const { id } = await save(admin, { definition: results({ columns: ['company', 'person'] }) })
    const mini = await signInAs('mini@platform.example')
    expect((await mini.get(`/api/reports/reports/${id}`)).status).toBe(200)
    expect((await supervisor.get(`/api/reports/reports/${id}`)).status).toBe(404)
    expect((await mini.delete(`/api/reports/reports/${id}`)).status).toBe(200)
  })
})

describe('a schedule', () => {
  const due = async (id: number) => {
    await app.inCompany('noordwind', () =>
      db
        .from('reports_reports')
        .where('id', id)
        .update({ next_at: new Date(Date.now() - 60_000) }),
    )
    const { queueDueReports } = await import('../server/services/run_store.js')
    expect(await dueIn('reports.due')).toContain('noordwind')
    await app.inCompany('noordwind', queueDueReports)
    expect(await dueIn('reports.due')).not.toContain('noordwind')
    await app.inCompany('noordwind', queueDueReports)
    await app.settle()
  }
  const mails = () =>
    app.inCompany('noordwind', () => db.from('core_mail_outbox').where('trigger', 'reports.mail.ready').orderBy('id', 'desc'))
  const planned = async () => {
    const { id } = (await supervisor.post('/api/reports/reports', { name: 'Maandag', shared: false, definition: results() })).body.data
    const { body } = await supervisor.put(`/api/reports/reports/${id}/schedule`, { every: 'week', on: 1, hour: 7, format: 'xlsx' })
    const next = DateTime.fromISO(body.data.next_at).setZone('Europe/Amsterdam')
    expect([next.weekday, next.hour, next > DateTime.now()]).toEqual([1, 7, true])
    return id as number
  }

  it('creates one file at its hour and mails a link, not the file', async () => {
    const id = await planned()
    const before = (await mails()).length
    await due(id)
    const sent = await mails()
    expect(sent).toHaveLength(before + 1)
    expect(sent[0].to_email).toBe('beheerder@noordwind.example')
    expect(sent[0].text).toContain(`/reports/bekijken?report=${id}`)
    const { runs, next_at: next } = (await supervisor.get(`/api/reports/reports/${id}`)).body.data
    expect(runs).toHaveLength(1)
    expect(runs[0].rows).toBe(await total(results()))
    expect(Date.parse(next)).toBeGreaterThan(Date.now())
    const got = await supervisor.get(`/api/core/files/${runs[0].file_id}`)
    expect(got.status).toBe(200)
    const { parseXlsx } = await sheets()
    expect(await parseXlsx(got.bytes)).toBe(runs[0].rows + 1)
    for (const stranger of [other, admin, await signInAs('leerling@noordwind.example')])
      expect([403, 404]).toContain((await stranger.get(`/api/core/files/${runs[0].file_id}`)).status)
    expect((await app.visitor().get(`/api/core/files/${runs[0].file_id}`)).status).toBe(401)
  })

  it('stops when its owner leaves, and when a part of the report no longer exists', async () => {
    const [left, broken] = [await planned(), await planned()]
    await app.inCompany('noordwind', async () => {
      const shutOut = await db.from('kit_members').where('status', 'inactive').select('id').first()
      const gone = shutOut ?? (await db.from('kit_members').where('role', 'leerling').orderBy('id', 'desc').firstOrFail())
      await db.from('reports_reports').where('id', left).update({ membership_id: gone.id })
      const definition = JSON.stringify(results({ columns: ['a_column_that_went_away'] }))
      await db.from('reports_reports').where('id', broken).update({ definition })
    })
    const before = (await mails()).length
    await due(left)
    await due(broken)
    expect(await mails()).toHaveLength(before)
    const stopped = await app.inCompany('noordwind', () =>
      db.from('reports_reports').whereIn('id', [left, broken]).orderBy('id').select('stopped', 'next_at'),
    )
    expect(stopped).toEqual([
      { stopped: 'owner_left', next_at: null },
      { stopped: 'report_broken', next_at: null },
    ])
  })

  it('stops when the plugin of its filter over people is off, so that nobody is mailed unfiltered numbers', async () => {
    const { data: group } = (await supervisor.post('/api/groups/groups', { kind: 'location', name: 'Kade', rule: null })).body
    const definition = results({ people: { groups_group: [group.id] } })
    const { id } = (await supervisor.post('/api/reports/reports', { name: 'Kade', shared: false, definition })).body.data
    await supervisor.put(`/api/reports/reports/${id}/schedule`, { every: 'week', on: 1, hour: 7, format: 'csv' })
    await due(id)
    const told = async () => {
      const { runs, stopped } = (await supervisor.get(`/api/reports/reports/${id}`)).body.data
      return [runs.map(({ rows }: { rows: number }) => rows), stopped]
    }
    expect(await told()).toEqual([[0], null])
    await app.withoutPlugin('noordwind', 'groups', () => due(id))
    expect(await told()).toEqual([[0], 'report_broken'])
  })

  it('ends when its owner is erased, and its files are deleted; shared reports stay, without a schedule', async () => {
    const id = await planned()
    await supervisor.put(`/api/reports/reports/${id}`, { name: 'Gedeeld', shared: true, definition: results() })
    await due(id)
    const { membership_id: owner } = await app.inCompany('noordwind', () => db.from('reports_reports').where('id', id).firstOrFail())
    const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany('noordwind', async () => {
      expect(JSON.stringify(await exportPersonalData(owner))).toContain('Gedeeld')
      await erasePersonalData(owner)
      expect(await exportPersonalData(owner)).toMatchObject({ reports: [], layout: null })
      expect(await db.from('reports_reports').where('id', id).select('membership_id', 'schedule', 'stopped').first()).toEqual({
        ...{ membership_id: null, schedule: null, stopped: 'owner_left' },
      })
      expect(await db.from('reports_runs').count('* as n').first()).toMatchObject({ n: 0 })
      expect(await db.from('core_files').where('purpose', 'reports.file').first()).toBeNull()
    })
  })
})

/** Reads a sheet back as a program would. */
async function sheets() {
  const { readXlsx } = await import('hucre/xlsx')
  return { parseXlsx: async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]!.rows.length }
}

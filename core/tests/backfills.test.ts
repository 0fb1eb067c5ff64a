import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const db = async () => (await import('@adonisjs/lucid/services/db')).default
const replays = () => import('#core/backfills/backfills')

const TABLES = {
  reports_actions: ['kind', 'participation_id', 'membership_id', 'person_name', 'course_name', 'grade', 'occurred_at'],
  people_courses: ['participation_id', 'membership_id', 'course_name', 'status', 'grade', 'registered_at', 'expires_at', 'finished_at'],
} as const

/** The content of a company's table, as text that can be compared. */
const rowsOf = (table: keyof typeof TABLES) =>
  app.inCompany('noordwind', async () => {
    const rows = (await (await db()).from(table).select(...TABLES[table])) as object[]
    return rows.map((row) => JSON.stringify(row)).sort()
  })

const setPlugins = (change: (plugins: string[]) => string[]) =>
  app.asSystem(async () => {
    const company = await (await db()).from('core_companies').where('login_id', 'noordwind').select('plugins').first()
    await (
      await db()
    )
      .from('core_companies')
      .where('login_id', 'noordwind')
      .update({ plugins: change(company.plugins) })
  })

const clear = (table: keyof typeof TABLES) => app.inCompany('noordwind', async () => void (await (await db()).from(table).delete()))
const count = (table: string) => app.asSystem(async () => Number((await (await db()).from(table).count('* as n').first()).n))

describe('a plugin that is switched on later', () => {
  it.each([
    ['reports', 'reports_actions'],
    ['people', 'people_courses'],
  ] as const)('%s: catches up completely, and nobody is mailed', async (plugin, table) => {
    const { beginBackfills } = await replays()
    await app.asSystem(beginBackfills)
    await app.settle()
    const before = await rowsOf(table)
    expect(before.length).toBeGreaterThan(5)
    const [mails, events] = [await count('core_mail_outbox'), await count('core_outbox')]

    const off = (plugins: string[]) => plugins.filter((id) => id !== plugin)
    await setPlugins(off)
    await clear(table)
    await app.asSystem(beginBackfills)
    await app.settle()
    expect(await rowsOf(table)).toEqual([])

    await setPlugins((plugins) => [...plugins, plugin])
    expect(await app.asSystem(beginBackfills)).toBe(1)
    await app.settle()
    expect(await rowsOf(table)).toEqual(before)
    expect([await count('core_mail_outbox'), await count('core_outbox')]).toEqual([mails, events])

    // Done once: nothing starts again, and another run changes nothing.
    expect(await app.asSystem(beginBackfills)).toBe(0)
    await app.inCompany('noordwind', async () => (await replays()).replay({ plugin }))
    expect(await rowsOf(table)).toEqual(before)
  })

  it('shows admins the progress while it runs', async () => {
    const admin = await signInAs('admin@platform.example')
    const running = async () => (await admin.get('/api/core/jobs/replays')).body.data as object[]
    expect(await running()).toEqual([])
    const set = (values: object) =>
      app.inCompany('noordwind', async () => {
        await (await db()).from('core_replays').where({ plugin: 'reports', event: 'learning.course.passed' }).update(values)
      })
    await set({ finished_at: null, total: 90, done: 45 })
    expect(await running()).toEqual([expect.objectContaining({ plugin: 'reports' })])
    await set({ finished_at: new Date() })
  })

  it('continues where a killed process stopped', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { history: past } = pluginRegistry().histories.get('learning.participation.registered')!
    await clear('reports_actions')
    const keys = await app.inCompany('noordwind', async () => {
      const facts = await past.after(0, 1000)
      await (await db()).from('core_replays').where({ plugin: 'reports' }).update({ finished_at: new Date() })
      await (
        await db()
      )
        .from('core_replays')
        .where({ plugin: 'reports', event: 'learning.participation.registered' })
        .update({ finished_at: null, after_key: facts[3]!.key, done: 4 })
      await (await replays()).replay({ plugin: 'reports' })
      const [row] = await (await db()).from('core_replays').where({ plugin: 'reports', event: 'learning.participation.registered' })
      expect(row.done).toBe(facts.length)
      return facts.map(({ key }) => key)
    })
    const kept = (await rowsOf('reports_actions')).map((row) => Number((JSON.parse(row) as { participation_id: number }).participation_id))
    expect(kept.sort((a, b) => a - b)).toEqual(keys.slice(4))
  })
})

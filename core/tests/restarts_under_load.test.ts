import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nameOf } from '#core/database/urls'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { superuserOfTest } from '#core/testing/superuser'

// A database that restarts repeatedly while people work: each request is answered or told to retry, nobody sees another company, and no
// connection leaks.

let superuser: pg.Client
let noordwind: TestClient
let bouwmeester: TestClient
let admin: TestClient
beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
  noordwind = await signInAs('beheerder@noordwind.example')
  bouwmeester = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})
afterAll(() => superuser.end())

const OURS = `datname = current_database() and pid <> pg_backend_pid() and application_name <> 'platform-jobs'`
/** Milliseconds that a query waits for a free connection before it fails (knex's own limit). */
const POOL_TIMEOUT = 60_000
const killAll = () => superuser.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('a database that restarts twenty times under load', () => {
  it('mixes no companies, writes nothing twice, and leaves no connection behind', async () => {
    const people = '/api/people/participants?per_page=100'
    const own = { noordwind: idsOf((await noordwind.get(people)).body), bouwmeester: idsOf((await bouwmeester.get(people)).body) }
    let isOver = false
    const wrong: unknown[] = []
    const seen = new Map<number, number>()
    let answered = 0
    /** Waits until work continues: some calls were answered since. */
    const moreAnswers = () => {
      const before = answered
      return vi.waitFor(() => expect(answered).toBeGreaterThan(before + 10), { timeout: 300_000, interval: 5 })
    }
    const counted = async <T extends { status: number }>(call: Promise<T>): Promise<T> => {
      const answer = await call
      answered += 1
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      if (answer.status >= 300 && answer.status !== 503) wrong.push([answer.status, (answer as { body?: unknown }).body])
      return answer
    }
    const reader = async (client: TestClient, mine: number[]) => {
      while (!isOver) {
        const { status, body } = await counted(client.get(people))
        if (status === 200 && String(idsOf(body)) !== String(mine)) wrong.push('another company')
      }
    }
    const looker = async () => {
      while (!isOver) await counted(admin.get('/api/people/participants?per_page=10'))
    }
    // As many views as a person may store, overwritten repeatedly; each contains the last confirmed round.
    const said = new Map<string, number>()
    const writer = async () => {
      for (let round = 0; !isOver; round++) {
        const name = `Herstart ${round % 40}`
        const view = { list: 'people.participants', name, filter: `q=${round}`, shared: false }
        if ((await counted(noordwind.post('/api/core/list_views', view))).status < 300) said.set(name, round)
      }
    }
    const work = Promise.all([
      reader(noordwind, own.noordwind),
      reader(bouwmeester, own.bouwmeester),
      reader(noordwind, own.noordwind),
      looker(),
      writer(),
    ])
    for (let round = 0; round < 20; round++) {
      await moreAnswers()
      await killAll()
    }
    await moreAnswers()
    isOver = true
    await work
    // As text: a report that shortens lists would hide the error.
    expect(JSON.stringify(wrong.slice(0, 3))).toBe('[]')
    expect(said.size).toBeGreaterThan(0)
    // Each confirmed row exists once. A refused one may exist too, when only its response was lost.
    const { data: views } = (await noordwind.get('/api/core/list_views?list=people.participants')).body as {
      data: { name: string; filter: string }[]
    }
    const kept = views.filter(({ name }) => name.startsWith('Herstart'))
    expect(new Set(kept.map(({ name }) => name)).size).toBe(kept.length)
    const roundOf = new Map(kept.map(({ name, filter }) => [name, Number(filter.slice('q='.length))]))
    expect([...said].filter(([name, round]) => !(roundOf.get(name)! >= round))).toEqual([])
    // It recovers automatically and uses no more connections than its pools.
    expect(await Promise.all(Array.from({ length: 30 }, async () => (await noordwind.get(people)).status))).toEqual(Array(30).fill(200))
    const { rows } = await superuser.query(`select count(*)::int as n from pg_stat_activity where ${OURS}`)
    expect(rows[0].n).toBeLessThanOrEqual(10)
  })

  it('reports that it is unavailable instead of waiting for a connection, and answers again afterwards', async () => {
    await superuser.query(`alter database ${nameOf(process.env.DATABASE_URL!)} connection limit 0`)
    const away: [number, boolean][] = []
    try {
      await killAll()
      for (const client of [noordwind, admin, noordwind]) {
        const at = Date.now()
        const { status } = await client.get('/api/people/participants')
        away.push([status, Date.now() - at < POOL_TIMEOUT])
      }
    } finally {
      await superuser.query(`alter database ${nameOf(process.env.DATABASE_URL!)} connection limit -1`)
    }
    expect(away).toEqual([
      [503, true],
      [503, true],
      [503, true],
    ])
    expect((await noordwind.get('/api/people/participants')).status).toBe(200)
  })
})

describe('a transaction whose connection breaks', () => {
  const kill = (pid: number) => superuser.query('select pg_terminate_backend($1, 10000)', [pid])

  it('at its commit is refused as retryable and has written nothing', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { isUnavailable } = await import('#core/database/unavailable')
    const app = await testApp()
    const outcome = (fn: () => Promise<unknown>) =>
      app.inCompany('noordwind', fn).then(
        () => 'done',
        (error: unknown) => (isUnavailable(error) ? 'unavailable' : String(error)),
      )
    const membership = await app.inCompany(
      'noordwind',
      async () => (await db.from('core_memberships').orderBy('id').firstOrFail()) as { id: number; company_id: number },
    )
    const view = (name: string) => ({
      company_id: membership.company_id,
      membership_id: membership.id,
      list: 'people.participants',
      name,
      query: '',
      is_shared: false,
    })
    const pidOf = async (on: { rawQuery: (sql: string) => Promise<{ rows: { pid: number }[] }> }) =>
      (await on.rawQuery('select pg_backend_pid() as pid')).rows[0]!.pid
    expect(
      await outcome(() =>
        db.transaction(async (trx) => {
          await trx.table('core_list_views').insert(view('Bij het vastleggen'))
          await kill(await pidOf(trx as never))
        }),
      ),
    ).toBe('unavailable')
    const rows = await app.inCompany('noordwind', () => db.from('core_list_views').where('name', 'like', 'Bij het%'))
    expect(rows).toEqual([])
  })

  it('is not reported as done when a failed statement in it was ignored', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const app = await testApp()
    const active = () => app.inCompany('noordwind', () => db.from('core_memberships').where('status', 'active').count('* as n').first())
    const before = await active()
    const passingOver = () =>
      db.transaction(async (trx) => {
        await trx.from('core_memberships').update({ status: 'inactive' })
        await trx.rawQuery('select 1 / 0').catch(() => null)
      })
    await expect(app.inCompany('noordwind', passingOver)).rejects.toThrow(/Nothing of this transaction was kept/)
    expect(await active()).toEqual(before)
  })
})

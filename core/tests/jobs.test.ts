import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const db = async () => (await import('@adonisjs/lucid/services/db')).default
const companyId = async (loginId: string): Promise<number> =>
  app.asSystem(async () => (await (await db()).from('core_companies').where('login_id', loginId).firstOrFail()).id)

/** A queue of the test itself, whose jobs fail until told otherwise. */
async function failingQueue(name: string, retryLimit: number, retryDelay = 1) {
  const { currentBoss } = await import('#core/jobs/boss')
  const { DEAD_LETTER_QUEUE } = await import('#core/jobs/queues')
  const { work } = await import('#core/jobs/jobs')
  const boss = currentBoss()!
  await boss.createQueue(name, { retryLimit, retryDelay, deadLetter: DEAD_LETTER_QUEUE })
  const state = { fails: true, runs: [] as (number | null)[] }
  await work(boss, name, async (entry) => {
    state.runs.push((entry as { companyId: number | null }).companyId)
    if (state.fails) throw new Error('the test says no\nwith a second line')
  })
  return state
}

async function put(queue: string, company: number): Promise<void> {
  const { enqueue } = await import('#core/jobs/boss')
  await app.asSystem(async () => (await db()).transaction((trx) => enqueue(queue, [{ companyId: company }], trx)))
}

describe('a job that may run for ten minutes', () => {
  it('sends a heartbeat each minute, so that the job of a killed process is picked up soon', async () => {
    const { currentBoss } = await import('#core/jobs/boss')
    const of = async (name: string) =>
      (await currentBoss()!.getQueue(name)) as { expireInSeconds?: number; heartbeatSeconds?: number | null }
    expect(await of('core.account.erase')).toMatchObject({ expireInSeconds: 600, heartbeatSeconds: 60 })
    expect((await of('core.mail.deliver')).heartbeatSeconds ?? null).toBeNull()
    expect(await of('core.tasks.run')).toMatchObject({ heartbeatSeconds: 10 })
  })
})

describe('a job that fails', () => {
  it('is logged each time, becomes a dead letter and can be retried by an admin only', async () => {
    const { default: logger } = await import('@adonisjs/core/services/logger')
    const said: { level: string; facts: Record<string, unknown>; text: string }[] = []
    for (const level of ['warn', 'error'] as const) {
      vi.spyOn(logger, level).mockImplementation(((facts: Record<string, unknown>, text: string) =>
        said.push({ level, facts, text })) as never)
    }
    const state = await failingQueue('tests.failing', 1)
    const noordwind = await companyId('noordwind')
    await put('tests.failing', noordwind)
    const admin = await signInAs('admin@platform.example')
    const dead = async () =>
      (await admin.get('/api/core/jobs/dead')).body.data.filter(({ name }: { name: string }) => name === 'tests.failing')
    await vi.waitFor(async () => expect(await dead()).toHaveLength(1), { timeout: 300_000, interval: 200 })
    vi.restoreAllMocks()
    expect(state.runs).toEqual([noordwind, noordwind])
    expect(said.map(({ level, text }) => `${level}: ${text}`)).toEqual([
      'warn: job failed, it is tried again',
      'error: job failed for good, it is a dead letter now',
    ])
    expect(said[1]!.facts).toMatchObject({ queue: 'tests.failing', companyId: noordwind, attempt: 2, dead_letters: 1 })
    const [letter] = await dead()
    expect(letter).toMatchObject({ company: 'Noordwind', attempts: 2, reason: 'the test says no', event: null })

    for (const email of ['leerling@noordwind.example', 'beheerder@noordwind.example']) {
      const client = await signInAs(email)
      expect((await client.get('/api/core/jobs/dead')).status).toBe(403)
      expect((await client.post(`/api/core/jobs/dead/${letter.id}/run`)).status).toBe(403)
    }

    state.fails = false
    expect((await admin.post(`/api/core/jobs/dead/${letter.id}/run`)).status).toBe(200)
    // Two concurrent calls or a repeated one: the dead letter is gone.
    expect((await admin.post(`/api/core/jobs/dead/${letter.id}/run`)).status).toBe(404)
    await app.settle()
    expect(state.runs).toEqual([noordwind, noordwind, noordwind])
    expect(await dead()).toEqual([])
  })

  it('can be retried with all others', async () => {
    const state = await failingQueue('tests.failing_all', 0)
    await put('tests.failing_all', await companyId('noordwind'))
    await put('tests.failing_all', await companyId('bouwmeester'))
    const admin = await signInAs('admin@platform.example')
    await vi.waitFor(async () => expect((await admin.get('/api/core/jobs/dead')).body.meta.total).toBe(2), {
      timeout: 300_000,
      interval: 200,
    })
    state.fails = false
    expect((await admin.post('/api/core/jobs/dead/run')).body).toMatchObject({ moved: 2 })
    await vi.waitFor(() => expect(state.runs).toHaveLength(4), { timeout: 300_000 })
  })
})

describe('waiting jobs', () => {
  it('are shown to admins with the error and time of the next retry; finished ones disappear', async () => {
    const state = await failingQueue('tests.waiting', 3, 600)
    await put('tests.waiting', await companyId('noordwind'))
    const admin = await signInAs('admin@platform.example')
    const waits = async () =>
      (await admin.get('/api/core/jobs/waiting')).body.data.find(({ name }: { name: string }) => name === 'tests.waiting')
    await vi.waitFor(async () => expect(await waits()).toMatchObject({ again: 1 }), { timeout: 300_000, interval: 200 })
    const told = await waits()
    expect(told).toMatchObject({ company: 'Noordwind', waiting: 1, running: 0, reason: 'the test says no' })
    expect(Date.parse(told.again_at)).toBeGreaterThan(Date.now() + 300_000)
    expect((await (await signInAs('beheerder@noordwind.example')).get('/api/core/jobs/waiting')).status).toBe(403)

    state.fails = false
    const { default: client } = await import('@adonisjs/lucid/services/db')
    await app.asSystem(() => client.rawQuery(`update pgboss.job set start_after = now() where name = 'tests.waiting'`))
    await vi.waitFor(async () => expect(await waits()).toBeUndefined(), { timeout: 300_000, interval: 200 })
  })
})

describe('a scheduled job of a plugin', () => {
  it('is deleted when no plugin declares it any more', async () => {
    const { currentBoss } = await import('#core/jobs/boss')
    const { syncSchedules } = await import('#core/jobs/jobs')
    const boss = currentBoss()!
    await boss.createQueue('tests.gone')
    await boss.schedule('tests.gone', '* * * * *')
    await syncSchedules(boss)
    const names = (await boss.getSchedules()).map(({ name }) => name)
    expect(names).not.toContain('tests.gone')
    expect(names).toContain('learning.expire')
  })
})

describe('the queue between companies', () => {
  it('does not delay one company’s single job behind thousands of another', async () => {
    const [busy, other] = [await companyId('noordwind'), await companyId('bouwmeester')]
    // An unknown mail id: a short job with one query.
    await app.asSystem(async () =>
      (await db()).rawQuery(
        `insert into core_outbox (company_id, kind, name, payload)
         select ?, 'job', 'core.mail.deliver', '{"mailId": 0}' from generate_series(1, 10000)`,
        [busy],
      ),
    )
    const { sendJob } = await import('#core/events/outbox')
    // Dispatched once the other company's jobs are in the queue.
    const queued = async () =>
      app.asSystem(async () =>
        (await db())
          .from('pgboss.job')
          .where({ name: 'core.mail.deliver', group_id: String(busy) })
          .limit(1),
      )
    await vi.waitFor(async () => expect(await queued()).toHaveLength(1), { timeout: 300_000 })
    await app.inCompany('bouwmeester', async () => (await db()).transaction((trx) => sendJob(trx, 'core.mail.deliver', { mailId: 0 })))
    const finished = (company: number) =>
      app.asSystem(async () => {
        const { rows } = await (
          await db()
        ).rawQuery(
          `select count(*) as n from pgboss.job where name = 'core.mail.deliver' and group_id = ? and state = 'completed' and data->>'mailId' = '0'`,
          [String(company)],
        )
        return Number(rows[0].n)
      })
    await vi.waitFor(async () => expect(await finished(other)).toBe(1), { timeout: 300_000, interval: 20 })
    const done = await finished(busy)
    // Measured in jobs, not in seconds: behind all the others it would run last.
    expect(done).toBeLessThan(5000)
    await app.asSystem(async () => {
      await (await db()).rawQuery(`delete from core_outbox where name = 'core.mail.deliver' and relayed_at is null`)
      await (await db()).rawQuery(`delete from pgboss.job where name = 'core.mail.deliver' and state < 'active'`)
    })
    await app.settle()
  })
})

describe('a job started by hand', () => {
  it('runs in one company, in each with its plugin on, or for the platform', async () => {
    const { runJobNow } = await import('#core/jobs/run_now')
    expect(await runJobNow('learning.expire', { company: 'noordwind', payload: {} })).toEqual(['noordwind'])
    expect(await runJobNow('learning.expire', { company: undefined, payload: {} })).toEqual(['bouwmeester', 'examenhuis', 'noordwind'])
    expect(await runJobNow('core.sessions.clean', { company: undefined, payload: {} })).toBeNull()
    await expect(runJobNow('learning.expire', { company: 'nobody', payload: {} })).rejects.toThrow(/no company "nobody"/)
  })
})

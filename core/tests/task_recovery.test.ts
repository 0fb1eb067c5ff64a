import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { freePort, waitUntilReady } from '#core/testing/server_process'

// The server as an operator runs it, killed with -9 in the middle of a task that a person started.

const PEOPLE = 400
const folder = mkdtempSync(join(tmpdir(), 'task-recovery-'))
chmodSync(folder, 0o755)
const running = new Set<ChildProcess>()
const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder }
for (const name of ['DATABASE_URL', 'DATABASE_ACROSS_URL', 'DATABASE_OWNER_URL', 'APP_URL', 'DEMO']) delete environment[name]
const pidFile = join(folder, 'postgres', 'postmaster.pid')

afterAll(() => {
  for (const child of running) process.kill(-child.pid!, 'SIGKILL')
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<{ server: ChildProcess; url: string }> {
  const port = await freePort()
  const server = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: { ...environment, PORT: String(port) },
  })
  running.add(server)
  server.once('exit', () => running.delete(server))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, server)
  return { server, url }
}

async function query<T>(sql: string): Promise<T[]> {
  const { port, superuser } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { port: number; superuser: string }
  const client = new pg.Client({ connectionString: `postgres://postgres:${superuser}@127.0.0.1:${port}/platform` })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows as T[]
}

describe('a task whose server is killed in the middle', () => {
  it('goes on where it was, and does no row twice', async () => {
    const first = await start()
    await query(`
      with u as (insert into core_users (email, firstname, lastname)
                 select 'kill' || n || '@tasks.example', 'Persoon ' || n, 'Herstelstra' from generate_series(1, ${PEOPLE}) n returning id)
      insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind'`)
    const client = new TestClient(first.url)
    await client.post('/public/auth/login/', { email: 'beheerder@noordwind.example', password: PASSWORD, company: 'noordwind' })
    const order = { action: 'people.deactivate', filter: 'search=herstelstra', count: PEOPLE }
    const { data: task } = (await client.post('/api/people/participants/act', order)).body
    const done = async () => Number((await query<{ done: number }>(`select done from core_tasks where id = ${task.id}`))[0]!.done)
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(20), { timeout: 300_000, interval: 20 })

    const gone = once(first.server, 'exit')
    first.server.kill('SIGKILL')
    await gone
    const before = await done()
    expect(before).toBeLessThan(PEOPLE)

    const second = await start()
    const again = new TestClient(second.url)
    for (const [name, value] of client.cookies) again.cookies.set(name, value)
    const ended = await vi.waitFor(
      async () => {
        const { data } = (await again.get(`/api/core/tasks/${task.id}`)).body
        expect(data.state).toBe('done')
        return data
      },
      { timeout: 300_000, interval: 500 },
    )
    expect(ended).toMatchObject({ done: PEOPLE, total: PEOPLE, failed: 0 })
    // It was a second run, and each person was changed, audited and told of once.
    const [facts] = await query<Record<string, number>>(`
      select (select runs from core_tasks where id = ${task.id})::int as runs,
             (select count(*) from core_memberships where lastname = 'Herstelstra' and status = 'inactive')::int as inactive,
             (select count(*) from core_audit_log where action = 'membership.inactive')::int as audited,
             (select count(*) from core_outbox where name = 'core.membership.status_changed')::int as told`)
    expect(facts).toEqual({ runs: 2, inactive: PEOPLE, audited: PEOPLE, told: PEOPLE })
    const stopped = once(second.server, 'exit')
    second.server.kill('SIGTERM')
    await stopped
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { freePort, waitUntilReady } from '#core/testing/server_process'

// The server as an operator runs it, killed with -9 while it starts a step for many people, and once more while it writes their mails.

const PEOPLE = 1_200
const folder = mkdtempSync(join(tmpdir(), 'flows-recovery-'))
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

const MINE = `(select m.id from core_memberships m join core_users u on u.id = m.user_id where u.email like 'kill%@flows.example')`
const MAILS = `from core_mail_outbox where trigger = 'flows.mail.step_started' and membership_id in ${MINE}`
const count = async (from: string) => Number((await query<{ n: string }>(`select count(*) as n ${from}`))[0]!.n)
const steps = () => count(`from flows_steps s join flows_people p on p.id = s.person_id where p.membership_id in ${MINE}`)
const mails = () => count(MAILS)

/** Waits until a count has begun, and kills the server before it is complete. */
async function killWhile(server: ChildProcess, counted: () => Promise<number>): Promise<number> {
  await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(0), { timeout: 300_000, interval: 10 })
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  return counted()
}

it('gives each course and writes each mail once, wherever the server is killed', async () => {
  const first = await start()
  await query(`
    with u as (insert into core_users (email, firstname, lastname, language, birthdate)
               select 'kill' || n || '@flows.example', 'Persoon ' || n, 'Flow', 'nl', '1990-05-01' from generate_series(1, ${PEOPLE}) n returning id)
    insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind'`)
  const client = new TestClient(first.url)
  await client.post('/public/auth/login/', { email: 'beheerder@noordwind.example', password: PASSWORD, company: 'noordwind' })
  const [a, b] = (await client.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
  const step = (key: string, course: number) => ({ key, course, due_days: 30, optional: false })
  const definition = {
    steps: [step('a', a), step('b', b)],
    rules: [
      { step: 'a', type: 'direct' },
      { step: 'b', type: 'status', other: 'a', when: 'finished' },
    ],
    ...{ finish: null, expired: 'restart', skip_held: false, repeat_months: null },
  }
  const { id: flow } = (await client.post('/api/flows/flows', { name: 'Killed', active: true, groups: [], definition })).body.data
  const emails = Array.from({ length: PEOPLE }, (_one, index) => `kill${index + 1}@flows.example`)
  const { data: added } = (await client.post(`/api/flows/flows/${flow}/people`, { members: [], groups: [], emails })).body
  expect(added.joined).toBe(PEOPLE)

  expect(await killWhile(first.server, steps)).toBeLessThan(PEOPLE)
  const second = await start()
  expect(await killWhile(second.server, mails)).toBeLessThan(PEOPLE)
  const third = await start()
  await vi.waitFor(async () => expect([await steps(), await mails()]).toEqual([PEOPLE, PEOPLE]), { timeout: 300_000, interval: 250 })
  // Nothing is left that could still do it a second time.
  await vi.waitFor(
    async () =>
      expect(
        await count(`from (select 1 from core_outbox where relayed_at is null and failed_at is null and name like 'flows.%'
          union all select 1 from pgboss.job where state < 'completed' and data::text like '%flows.%') t`),
      ).toBe(0),
    { timeout: 300_000, interval: 250 },
  )
  const [counts] = await query(`
    select (select count(*)::int from learning_participations where membership_id in ${MINE}) as courses,
           (select count(distinct membership_id)::int from learning_participations where membership_id in ${MINE}) as people,
           (select count(*)::int from flows_history where act = 'step_started' and membership_id in ${MINE}) as noted,
           (select count(*)::int ${MAILS}) as mails,
           (select count(distinct membership_id)::int ${MAILS}) as told`)
  expect(counts).toEqual({ courses: PEOPLE, people: PEOPLE, noted: PEOPLE, mails: PEOPLE, told: PEOPLE })
  const stopped = once(third.server, 'exit')
  third.server.kill('SIGTERM')
  await stopped
})

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { freePort, waitUntilReady } from '#core/testing/server_process'
import { participationIn, participations, readUntil, startQuiz } from './journey.js'

// The server as an operator runs it, with its own PostgreSQL: killed, restarted, stopped.

const folder = mkdtempSync(join(tmpdir(), 'recovery-'))
// As an older version left it: accessible to every user of the machine.
chmodSync(folder, 0o755)
mkdirSync(join(folder, 'files/companies/1'), { recursive: true })
writeFileSync(join(folder, 'files/companies/1/old.pdf'), 'old', { mode: 0o644 })
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) process.kill(-child.pid!, 'SIGKILL')
  const pid = postgresPid()
  if (pid) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const pidFile = join(folder, 'postgres', 'postmaster.pid')
const postgresPid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : null)
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const SERVER = ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts']
/** The command of npm's scripts. */
const LAUNCHER = ['core/bin/run.mjs', 'serve_only']

async function start(command = SERVER): Promise<{ server: ChildProcess; url: string; seconds: number }> {
  const port = await freePort()
  const begun = Date.now()
  const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: String(port) }
  for (const name of ['DATABASE_URL', 'DATABASE_ACROSS_URL', 'DATABASE_OWNER_URL', 'APP_URL', 'DEMO']) delete environment[name]
  // A separate process group, like in a terminal: Ctrl-C reaches PostgreSQL at the same time.
  const server = spawn(process.execPath, command, {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: environment,
  })
  running.add(server)
  server.once('exit', () => running.delete(server))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, server)
  return { server, url, seconds: (Date.now() - begun) / 1000 }
}

const ended = (server: ChildProcess) => new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)))

async function signIn(url: string): Promise<TestClient> {
  const client = new TestClient(url)
  await client.post('/public/auth/login/', { email: 'leerling@noordwind.example', password: PASSWORD, company: 'noordwind' })
  return client
}

const modeOf = (path: string) => statSync(path).mode & 0o777

/** The platform's files are only accessible to its own user; a PostgreSQL that runs as another user can still reach its cluster. */
async function expectPrivate(url: string): Promise<void> {
  const isRoot = process.getuid?.() === 0
  expect(modeOf(folder)).toBe(isRoot ? 0o710 : 0o700)
  expect(modeOf(join(folder, 'postgres'))).toBe(0o700)
  const page = await new TestClient(url).get('/login/noordwind', { accept: 'text/html' })
  const logo = /images\/([0-9a-f]{32}\.svg)/.exec(page.body)![1]!
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ parentPath }) => !parentPath.startsWith(join(folder, 'postgres')),
  )
  const open = paths.filter((entry) => entry.name !== 'postgres' && statSync(join(entry.parentPath, entry.name)).mode & 0o077)
  expect(open.map(({ parentPath, name }) => join(parentPath, name))).toEqual([])
  const names = paths.map(({ parentPath, name }) => join(parentPath, name))
  for (const name of ['app.key', 'postgres.json', 'files/companies/1/old.pdf']) expect(names).toContain(join(folder, name))
  // A company's file is stored in the company's own folder.
  expect(names.filter((name) => /core\.image$/.test(dirname(name)) && basename(name) === logo).length).toBe(1)
}

describe('a killed server', () => {
  it('loses no saved data, keeps people signed in, and stops cleanly on Ctrl-C', async () => {
    const first = await start()
    const client = await signIn(first.url)
    await expectPrivate(first.url)
    const id = await participationIn(client, 'Introductie offshore wind')
    await client.post(`${participations}/${id}/language`, { language: 'nl' })
    const attempt = await startQuiz(client, id, await readUntil(client, id, 'quiz'))
    const { questions } = (await client.get(`/api/learning/attempts/${attempt}`)).body.data
    const given = [questions[0].answers[0].key]
    expect((await client.put(`/api/learning/attempts/${attempt}/answers/${questions[0].id}`, { answers: given })).status).toBe(200)

    // Kills only the server: its PostgreSQL keeps running and is reused.
    const gone = ended(first.server)
    first.server.kill('SIGKILL')
    await gone
    const postgres = postgresPid()!
    expect(isAlive(postgres)).toBe(true)
    const second = await start()
    expect(postgresPid()).toBe(postgres)
    const again = new TestClient(second.url)
    for (const [name, value] of client.cookies) again.cookies.set(name, value)
    const resumed = (await again.get(`/api/learning/attempts/${attempt}`)).body.data
    expect(resumed.questions[0].given).toEqual(given)

    // Kills everything at once, PostgreSQL too.
    const alsoGone = ended(second.server)
    process.kill(postgres, 'SIGKILL')
    second.server.kill('SIGKILL')
    await alsoGone
    const third = await start(LAUNCHER)
    for (const [name, value] of client.cookies) again.cookies.set(name, value)
    const last = new TestClient(third.url)
    for (const [name, value] of client.cookies) last.cookies.set(name, value)
    expect((await last.get(`/api/learning/attempts/${attempt}`)).body.data.questions[0].given).toEqual(given)
    expect((await last.get(participations)).body.data).toHaveLength(3)

    // Ctrl-C in a terminal: every process in the launcher's group receives the signal.
    const stopped = ended(third.server)
    process.kill(-third.server.pid!, 'SIGINT')
    expect(await stopped).toBe(0)
    expect(existsSync(pidFile)).toBe(false)
  })
})

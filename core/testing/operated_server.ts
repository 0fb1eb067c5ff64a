import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { freePort, waitUntilReady } from './server_process.js'

/** Settings of the test application, which an operated server must not inherit: it finds its own. */
const OWN = ['DATABASE_URL', 'DATABASE_ACROSS_URL', 'DATABASE_OWNER_URL', 'APP_URL', 'DEMO']

export interface OperatedServer {
  process: ChildProcess
  url: string
  /** Kills it at once, as `kill -9` does. */
  kill(): Promise<void>
  /** Shuts it down in order. */
  stop(): Promise<void>
}

/**
 * A server as an operator runs it, with its own data folder and PostgreSQL, which survive a restart. Both are removed after the tests
 * of the file.
 */
export function operatedServer(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  chmodSync(folder, 0o755)
  const running = new Set<ChildProcess>()
  const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder }
  for (const variable of OWN) delete environment[variable]
  const pidFile = join(folder, 'postgres', 'postmaster.pid')

  afterAll(() => {
    for (const child of running) process.kill(-child.pid!, 'SIGKILL')
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const end = async (server: ChildProcess, signal: NodeJS.Signals) => {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  return {
    /** Environment of the next start; a test may add to it, such as a mail server. */
    environment,
    async start(): Promise<OperatedServer> {
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
      return { process: server, url, kill: () => end(server, 'SIGKILL'), stop: () => end(server, 'SIGTERM') }
    },
    /** Opens a superuser connection to its database. The caller must close it. */
    async connect(): Promise<pg.Client> {
      const { port, superuser } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { port: number; superuser: string }
      const client = new pg.Client({ connectionString: `postgres://postgres:${superuser}@127.0.0.1:${port}/platform` })
      await client.connect()
      return client
    },
    async query<T>(sql: string): Promise<T[]> {
      const client = await this.connect()
      try {
        return (await client.query(sql)).rows as T[]
      } finally {
        await client.end()
      }
    },
  }
}

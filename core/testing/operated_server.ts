import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { NODE_ENVIRONMENT, NODE_FLAGS, SERVER_FLAGS } from '../bin/server_flags.mjs'
import { inDatabase, nameOf } from '../database/urls.js'
import { cloneTemplate } from './clone.js'
import { freePort, waitUntilReady } from './server_process.js'

/**
 * Lets the timeouts of a killed server pass: its jobs are retried and its unfinished mails are marked at the next check, instead of after
 * one to five minutes.
 */
const PASS_TIMEOUTS = `
  update pgboss.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active';
  update core_mail_outbox set claimed_at = claimed_at - interval '1 hour' where status = 'sending'`

export interface OperatedServer {
  process: ChildProcess
  url: string
  /** Kills it at once, as `kill -9` does, and lets the timeouts of its jobs and mails pass. */
  kill(): Promise<void>
  /** Shuts it down in order. */
  stop(): Promise<void>
}

/**
 * A server process as an operator runs it, with its own copy of the prepared database, which survives a restart. A test that is about the
 * embedded PostgreSQL starts its own process instead.
 * @param options.port a fixed port, for a test whose other parts must know it; by default each start has a free one
 */
export function operatedServer({ port }: { port?: number } = {}) {
  const running = new Set<ChildProcess>()
  const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', DEMO: 'true' }
  let drop: () => Promise<void>

  beforeAll(async () => {
    const made = await cloneTemplate(process.env)
    Object.assign(environment, made.clone)
    drop = made.drop
  })
  afterAll(async () => {
    for (const child of running) process.kill(-child.pid!, 'SIGKILL')
    await drop()
  })

  const end = async (server: ChildProcess, signal: NodeJS.Signals) => {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  /** Opens a superuser connection to its database. The caller must close it. */
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: inDatabase(process.env.TEST_SUPERUSER_URL!, nameOf(environment.DATABASE_URL!)) })
    await client.connect()
    return client
  }

  const query = async <T>(sql: string): Promise<T[]> => {
    const client = await connect()
    try {
      return (await client.query(sql)).rows as T[]
    } finally {
      await client.end()
    }
  }

  const start = async (): Promise<OperatedServer> => {
    const own = port ?? (await freePort())
    const url = `http://127.0.0.1:${own}`
    const server = spawn(
      process.execPath,
      [...NODE_FLAGS, ...SERVER_FLAGS, '--import=./core/testing/cached_sources.mjs', 'core/bin/serve_only.ts'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: true,
        env: { ...NODE_ENVIRONMENT, ...environment, PORT: String(own), APP_URL: url },
      },
    )
    running.add(server)
    server.once('exit', () => running.delete(server))
    await waitUntilReady(url, server)
    const kill = async () => {
      await end(server, 'SIGKILL')
      await query(PASS_TIMEOUTS)
    }
    return { process: server, url, kill, stop: () => end(server, 'SIGTERM') }
  }

  /** `environment` is that of the next start; a test may add to it, such as a mail server. */
  return { environment, start, connect, query }
}

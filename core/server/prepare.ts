import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '../config/settings.js'

/**
 * Prepares what the first request needs: tables, companies, demo, jobs. Its parts are imported late, because services exist only after the
 * app has booted.
 * @returns whether the demo was loaded now
 */
export async function prepare(app: ApplicationService, step: (text: string) => void = () => {}): Promise<boolean> {
  const { migrate } = await import('../database/migrate.js')
  const { declareTenants } = await import('../companies/declare.js')
  const { startJobs } = await import('../jobs/jobs.js')
  const { runListener, startRelay } = await import('../events/relay.js')
  const { checkDisk } = await import('../files/disk.js')
  const config = await settings()

  await checkDisk()
  const migrated = await migrate(await app.container.make('lucid.db'))
  if (migrated.length) step(`Migrated the database (${migrated.length} steps)`)
  await (await import('../companies/zone_cache.js')).startZoneCache(app)
  let isNewDemo = false
  if (config.loadDemo) {
    const { loadDemo } = await import('../demo/load.js')
    await declareTenants()
    isNewDemo = await loadDemo(step)
  }
  await checkPackagesHost(step)
  await startPlugins(app)
  await startJobs(runListener as never)
  startRelay()
  return isNewDemo
}

/** @throws Error when a company's own domain is the host of packages */
async function checkPackagesHost(step: (text: string) => void): Promise<void> {
  const { packages, appUrl } = await settings()
  if (!packages) return
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { asSystem } = await import('../tenancy/scope.js')
  const { isPackagesHost } = await import('../http/packages_origin.js')
  const { sharedDomain } = await import('../config/packages_url.js')
  const companies = await asSystem('start.packages', () =>
    db.from('core_companies').whereNotNull('site_host').select('login_id', 'site_host'),
  )
  const taken = (companies as { login_id: string; site_host: string }[]).find(({ site_host }) => isPackagesHost(site_host))
  if (taken) {
    throw new Error(`PACKAGES_URL has the own domain of company "${taken.login_id}" (${taken.site_host}). Packages need another host name.`)
  }
  const shared = sharedDomain(packages, appUrl)
  if (shared) step(`PACKAGES_URL shares ${shared} with the platform: a package can set cookies for it. Use another domain.`)
}

/** Stops what plugins started beside the platform. */
async function startPlugins(app: ApplicationService): Promise<void> {
  const { pluginRegistry } = await import('../plugins/registry.js')
  const { loadDemo, isLocal, dataDir, host, port } = await settings()
  const demo = loadDemo && isLocal
  for (const { start } of pluginRegistry().plugins) {
    const stop = await start?.({ demo, dataDir, host, port })
    if (stop) app.terminating(stop)
  }
}

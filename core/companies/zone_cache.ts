import logger from '@adonisjs/core/services/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import db from '@adonisjs/lucid/services/db'
import { cacheZones } from '../i18n/zone.js'
import { PLATFORM_ZONE } from '../i18n/zones.js'
import { asSystem } from '../tenancy/scope.js'

/** Interval at which a process reads changes of other processes. Its own changes apply at once. */
const EVERY_MS = 30_000

/** Reads which companies have a time zone of their own. */
export async function readZones(): Promise<void> {
  const rows = await asSystem('companies.zones', () =>
    db.from('core_companies').whereNot('time_zone', PLATFORM_ZONE).select('id', 'time_zone'),
  )
  cacheZones(rows as { id: number; time_zone: string }[])
}

/** Keeps the time zones of all companies in memory until the application stops. */
export async function startZoneCache(app: ApplicationService): Promise<void> {
  await readZones()
  const timer = setInterval(() => void readZones().catch((error: unknown) => logger.warn({ err: error }, 'time zones')), EVERY_MS)
  timer.unref()
  app.terminating(() => clearInterval(timer))
}

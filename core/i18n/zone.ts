import { currentScope } from '../tenancy/scope.js'
import { PLATFORM_ZONE } from './zones.js'

/**
 * The time zone of the running company; without a company's scope, the platform's. Needs no query: each request brings its company's zone,
 * and `startZoneCache` reads them all.
 */
export function zone(): string {
  const scope = currentScope()
  return (scope?.kind === 'company' && zones.get(scope.companyId)) || PLATFORM_ZONE
}

/** Only zones that differ from the platform's. */
let zones: ReadonlyMap<number, string> = new Map()

/** Stores a company's zone that was just read. */
export function cacheZone(companyId: number, name: string | null): void {
  if ((zones.get(companyId) ?? PLATFORM_ZONE) === (name ?? PLATFORM_ZONE)) return
  const next = new Map(zones)
  if (name && name !== PLATFORM_ZONE) next.set(companyId, name)
  else next.delete(companyId)
  zones = next
}

/** Stores the zones of all companies. */
export function cacheZones(rows: readonly { id: number; time_zone: string }[]): void {
  zones = new Map(rows.filter(({ time_zone: name }) => name !== PLATFORM_ZONE).map(({ id, time_zone: name }) => [id, name]))
}

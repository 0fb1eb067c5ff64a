import { currentScope } from '../tenancy/scope.js'
import { PLATFORM_ZONE } from './zones.js'

/**
 * The time zone of the running company, by whose clocks its days begin: "today" and "the last day of" are meant there. In no company's scope it is
 * the platform's. Known without asking: each request says its company's, and `keepZones` reads those of all.
 */
export function zone(): string {
  const scope = currentScope()
  return (scope?.kind === 'company' && zones.get(scope.companyId)) || PLATFORM_ZONE
}

/** Only those that are not the platform's own. */
let zones: ReadonlyMap<number, string> = new Map()

/** A company's zone as it was just read. */
export function noteZone(companyId: number, name: string | null): void {
  if ((zones.get(companyId) ?? PLATFORM_ZONE) === (name ?? PLATFORM_ZONE)) return
  const next = new Map(zones)
  if (name && name !== PLATFORM_ZONE) next.set(companyId, name)
  else next.delete(companyId)
  zones = next
}

/** What the database says of all companies. */
export function noteZones(rows: readonly { id: number; time_zone: string }[]): void {
  zones = new Map(rows.filter(({ time_zone: name }) => name !== PLATFORM_ZONE).map(({ id, time_zone: name }) => [id, name]))
}

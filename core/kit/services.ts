import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ServiceToken } from '../contract/services.js'
import { Recent } from '../memory/recent.js'
import { pluginRegistry } from '../plugins/registry.js'
import { PLATFORM, currentCompanyId, currentScope } from '../tenancy/scope.js'

/**
 * Asks for a service of another plugin, by the token in its contract. What it
 * does happens in the caller's scope.
 * @returns null when no plugin provides it or that plugin is off in the running company: do without
 * @throws MissingScopeError outside a scope
 * @param client the open transaction of the caller: a second connection beside it would starve the pool
 */
export async function serviceOf<T>(token: ServiceToken<T>, client: Pick<TransactionClientContract, 'from'> = db): Promise<T | null> {
  const registry = pluginRegistry()
  // Of the platform itself, and of its public site (onPlatform), everything is on.
  if (currentScope()?.kind === 'across' || currentCompanyId() === PLATFORM) return registry.service(token, 'all')
  return registry.service(token, await pluginsOf(currentCompanyId(), client))
}

/** By company, as its row had them in a version of it: in a request, which read that a moment ago, they cost no statement. */
const kept = new Recent<number, { version: string; plugins: string[] }>(2000)

async function pluginsOf(companyId: number, client: Pick<TransactionClientContract, 'from'>): Promise<string[]> {
  const scope = currentScope()
  const version = scope?.kind === 'company' ? scope.settingsVersion : null
  const known = kept.get(companyId)
  if (known && known.version === version) return known.plugins
  const { plugins, version: read }: { plugins: string[]; version: string } = await client
    .from('core_companies')
    .where('id', companyId)
    .select('plugins', db.raw('xmin::text as version'))
    .firstOrFail()
  kept.set(companyId, { version: read, plugins })
  return plugins
}

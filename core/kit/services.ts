import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ServiceToken } from '../contract/services.js'
import { Recent } from '../cache/lru_cache.js'
import { pluginRegistry } from '../plugins/registry.js'
import { PLATFORM, currentCompanyId, currentScope } from '../tenancy/scope.js'

/**
 * Returns another plugin's service by the token in its contract. It runs in the caller's scope.
 * @returns null when no plugin provides it or that plugin is off in the running company
 * @throws MissingScopeError outside a scope
 * @param client the caller's open transaction: a second connection beside it would starve the pool
 */
export async function serviceOf<T>(token: ServiceToken<T>, client: Pick<TransactionClientContract, 'from'> = db): Promise<T | null> {
  const registry = pluginRegistry()
  // On the platform and its public site (onPlatform) every plugin is on.
  if (currentScope()?.kind === 'across' || currentCompanyId() === PLATFORM) return registry.service(token, 'all')
  return registry.service(token, await pluginsOf(currentCompanyId(), client))
}

/** Cached by company and row version, so that they cost no query within a request. */
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

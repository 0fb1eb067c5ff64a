import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ServiceToken } from '../contract/services.js'
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
  const { plugins }: { plugins: string[] } = await client
    .from('core_companies')
    .where('id', currentCompanyId())
    .select('plugins')
    .firstOrFail()
  return registry.service(token, plugins)
}

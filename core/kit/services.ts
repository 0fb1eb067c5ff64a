import db from '@adonisjs/lucid/services/db'
import type { ServiceToken } from '../contract/services.js'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId, currentScope } from '../tenancy/scope.js'

/**
 * Asks for a service of another plugin, by the token in its contract. What it
 * does happens in the caller's scope.
 * @returns null when no plugin provides it or that plugin is off in the running company: do without
 * @throws MissingScopeError outside a scope
 */
export async function serviceOf<T>(token: ServiceToken<T>): Promise<T | null> {
  const registry = pluginRegistry()
  if (currentScope()?.kind === 'across') return registry.service(token, 'all')
  const { plugins }: { plugins: string[] } = await db.from('core_companies').where('id', currentCompanyId()).select('plugins').firstOrFail()
  return registry.service(token, plugins)
}

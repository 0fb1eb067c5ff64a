import db from '@adonisjs/lucid/services/db'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId } from '../tenancy/scope.js'

export interface CompanyFacts {
  id: number
  loginId: string
  name: string
  abbreviation: string | null
  defaultLanguage: string
}

/** The running company. @throws MissingScopeError outside a company's scope */
export async function ownCompany(): Promise<CompanyFacts> {
  const row = await db
    .from('core_companies')
    .where('id', currentCompanyId())
    .select('id', 'name', 'abbreviation', 'default_language as defaultLanguage', db.raw('login_id::text as "loginId"'))
    .firstOrFail()
  return row as CompanyFacts
}

/**
 * The companies that the running scope sees, by name, for a filter.
 * @param plugin only those where it is on
 */
export async function companyChoices(plugin?: string): Promise<{ id: number; name: string }[]> {
  const rows = await db.from('core_companies').orderByRaw('search_key(name), id').limit(1000).select('id', 'name', 'plugins')
  return rows.filter((row) => !plugin || pluginRegistry().isOn(plugin, row.plugins)).map(({ id, name }) => ({ id, name }))
}

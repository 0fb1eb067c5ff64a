import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '../tenancy/scope.js'

export interface CompanyFacts {
  id: number
  loginId: string
  name: string
  abbreviation: string | null
}

/** The running company. @throws MissingScopeError outside a company's scope */
export async function ownCompany(): Promise<CompanyFacts> {
  const row = await db
    .from('core_companies')
    .where('id', currentCompanyId())
    .select('id', 'name', 'abbreviation', db.raw('login_id::text as "loginId"'))
    .firstOrFail()
  return row as CompanyFacts
}

/** The companies that the running scope sees, by name: the choices of a filter. */
export async function companyChoices(): Promise<{ id: number; name: string }[]> {
  return db.from('core_companies').orderByRaw('search_key(name), id').limit(1000).select('id', 'name')
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '../contract/errors.js'
import { asSystem, inCompany } from './scope.js'

const IDENTIFIER = /^[a-z][a-z0-9_]*$/
/** base64url, long enough not to be guessed. */
const TOKEN = /^[\w-]{16,100}$/

export interface TokenLookup {
  /** Id of the plugin: it must be on for the company. */
  plugin: string
  /** The plugin's own table, with a unique `token` column. */
  table: string
  token: string
}

/**
 * Opens a company's scope for a visitor who shows a secret token, such as the
 * one printed on a certificate. All that is read across companies is which
 * company the token belongs to; the rest happens in that company's scope.
 * @throws AppError 404 when no row has the token or the plugin is off there
 */
export async function inCompanyOfToken<T>(lookup: TokenLookup, fn: () => Promise<T>): Promise<T> {
  const companyId = await companyOfToken(lookup)
  if (!companyId) throw notFound()
  return inCompany(companyId, fn)
}

/** Whose row carries the token, or null. Also answers for pages whose company is the token's (`companyFrom`). */
export async function companyOfToken({ plugin, table, token }: TokenLookup): Promise<number | null> {
  if (!IDENTIFIER.test(table) || !table.startsWith(`${plugin}_`)) throw new Error(`"${table}" is no table of plugin "${plugin}".`)
  if (!TOKEN.test(token)) return null
  const row = await asSystem('public.token', () =>
    db
      .from(`${table} as t`)
      .join('core_companies as c', 'c.id', 't.company_id')
      .where('t.token', token)
      .where('c.status', 'active')
      .whereRaw('? = any(c.plugins)', [plugin])
      .select('t.company_id')
      .first(),
  )
  return row ? row.company_id : null
}

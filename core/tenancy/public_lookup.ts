import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { notFound } from '../contract/errors.js'
import { preparedQuery } from './connections.js'
import { asSystem, inCompany, onPlatform } from './scope.js'

const IDENTIFIER = /^[a-z][a-z0-9_]*$/
/** base64url, long enough not to be guessed. */
const TOKEN = /^[\w-]{16,100}$/

export interface TokenLookup {
  /** Id of the plugin, which must be on for the company. */
  plugin: string
  /** The plugin's own table, with a unique `token` column. */
  table: string
  token: string
  /** For tokens that are not unique across companies: found only if exactly one company has it. */
  alone?: boolean
}

/**
 * Opens a company's scope for a visitor with a secret token, such as the one printed on a certificate. The only thing read across companies
 * is which company the token belongs to.
 * @throws AppError 404 when no row has the token or the plugin is off there
 */
export async function inCompanyOfToken<T>(lookup: TokenLookup, fn: () => Promise<T>): Promise<T> {
  const company = await openCompanyOfToken(lookup)
  if (!company) throw notFound()
  return inCompany(company.id, fn, company.version)
}

/** The company whose row has the token, or null. Also used for pages whose company is the token's (`companyFrom`). */
export async function companyOfToken(lookup: TokenLookup): Promise<number | null> {
  return (await openCompanyOfToken(lookup))?.id ?? null
}

/** With the version of its row, the cache key of its settings and plugins. */
async function openCompanyOfToken({ plugin, table, token, alone = false }: TokenLookup): Promise<{ id: number; version: string } | null> {
  if (!IDENTIFIER.test(table) || !table.startsWith(`${plugin}_`)) throw new Error(`"${table}" is no table of plugin "${plugin}".`)
  if (!TOKEN.test(token)) return null
  const [row, ...others] = await asSystem('public.token', () =>
    preparedQuery<{ id: number; version: string }>(
      db,
      `platform_token_${alone ? 'alone_' : ''}${table}`,
      `select c.id, c.xmin::text as version from ${table} t join core_companies c on c.id = t.company_id
        where t.token = $1 and c.status = 'active' and $2 = any(c.plugins) limit ${alone ? 2 : 1}`,
      [token, plugin],
    ),
  )
  return others.length ? null : (row ?? null)
}

/**
 * Returns the public data of companies, such as public keys: the column `published` of a table of the plugin, for every open company where
 * the plugin is on. Reads no other columns, not even the company.
 */
export async function publishedByAll<T>({ plugin, table }: { plugin: string; table: string }): Promise<T[]> {
  if (!IDENTIFIER.test(table) || !table.startsWith(`${plugin}_`)) throw new Error(`"${table}" is no table of plugin "${plugin}".`)
  const rows: { published: T }[] = await asSystem('public.published', () =>
    db
      .from(`${table} as t`)
      .join('core_companies as c', 'c.id', 't.company_id')
      .where('c.status', 'active')
      .whereRaw('? = any(c.plugins)', [plugin])
      .orderBy('t.id')
      .select('t.published'),
  )
  return rows.map(({ published }) => published)
}

/**
 * Runs `fn` in a company that a visitor names by its login id or name, for what a company offers to everybody.
 * @returns null when there is no such active company with the plugin on
 */
export async function inOpenCompany<T>({ plugin, company }: { plugin: string; company: string }, fn: () => Promise<T>): Promise<T | null> {
  const row = await asSystem('public.company', () =>
    db
      .from('core_companies')
      .where('status', 'active')
      .whereRaw('? = any(plugins)', [plugin])
      .whereRaw('(login_id = ?::citext or search_key(name) = search_key(?))', [company, company])
      .orderByRaw('login_id = ?::citext desc', [company])
      .select('id')
      .first(),
  )
  return row ? inCompany(row.id, fn) : null
}

/** The company that owns this domain; null for the platform's own host and unknown ones. Makes no query for the platform's own. */
export async function companyOfHost(host: string | null): Promise<{ id: number; loginId: string } | null> {
  if (!host || host === new URL((await settings()).appUrl).hostname) return null
  const row = await asSystem('public.host', () =>
    db
      .from('core_companies')
      .where({ site_host: host.toLowerCase(), status: 'active' })
      .select('id', db.raw('login_id::text as "loginId"'))
      .first(),
  )
  return row
}

/**
 * Runs `fn` as a visitor of a public site: of the company named by login id, else of the company that owns the domain, else of the
 * platform, whose shared rows everybody sees.
 * @throws AppError 404 for an unknown company, or one with the plugin off
 */
export async function inPublicSite<T>(
  { plugin, company, host }: { plugin: string; company: string | undefined; host: string | null },
  fn: () => Promise<T>,
): Promise<T> {
  const named = company ?? (await companyOfHost(host))?.loginId
  if (named === undefined) return onPlatform(fn)
  const done = await inOpenCompany({ plugin, company: named }, async () => ({ value: await fn() }))
  if (!done) throw notFound()
  return done.value
}

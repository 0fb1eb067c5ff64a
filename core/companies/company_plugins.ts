import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '../contract/errors.js'
import type { PluginDefinition } from '../contract/plugin.js'
import { pluginRegistry } from '../plugins/registry.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { type CompanyRow, findCompany, staleCompany } from './company_service.js'
import { holdCompanies } from './hold_companies.js'

/** Counts of what starts when a plugin is turned on in a company, and stops when it is turned off. */
export interface PluginFacts {
  id: string
  on: boolean
  /** Plugins that it needs, and plugins that need it and are on. */
  requires: string[]
  needed_by: string[]
  /** Message id of the title, and the path. */
  pages: { title: string; path: string }[]
  /** Triggers of its mails. */
  mails: string[]
  /** Scheduled jobs. */
  jobs: number
  /** Whether it also receives past events when turned on (core/backfills). */
  catches_up: boolean
  /** Rows it stores for the company; they are kept. */
  rows: number
}

/** The plugins that can be turned on and off: not core, nor those that every company has. */
const switchable = (): readonly PluginDefinition[] => pluginRegistry().plugins.filter(({ id, always }) => id !== 'core' && !always)

/** In the platform's order, each once. */
export const inOrder = (ids: readonly string[]): string[] =>
  switchable()
    .map(({ id }) => id)
    .filter((id) => ids.includes(id))

/**
 * Returns the errors in a company's list of plugins: an unknown plugin (without `needs`), or a plugin whose required plugins are missing.
 */
export function invalidPlugins(ids: readonly string[]): { plugin: string; needs?: string }[] {
  const known = new Map(switchable().map((plugin) => [plugin.id, plugin]))
  return ids.flatMap((id): { plugin: string; needs?: string }[] => {
    const plugin = known.get(id)
    if (!plugin) return [{ plugin: id }]
    return (plugin.requires ?? []).filter((needed) => known.has(needed) && !ids.includes(needed)).map((needs) => ({ plugin: id, needs }))
  })
}

/** @throws AppError 422 at `plugins`: rule `unknown`, or `requires` with which needs which */
export function checkPlugins(ids: readonly string[]): void {
  const errors = invalidPlugins(ids).map((meta) => ({ field: 'plugins', rule: meta.needs ? 'requires' : 'unknown', meta }))
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
}

/** Tables of plugins with a company's rows, by plugin. */
async function countRows(companyId: number): Promise<Map<string, number>> {
  const tables: { name: string }[] = await db
    .from('information_schema.columns as k')
    .join('information_schema.tables as b', (on) => on.on('b.table_name', 'k.table_name').andOn('b.table_schema', 'k.table_schema'))
    .where({ 'k.table_schema': 'public', 'k.column_name': 'company_id', 'b.table_type': 'BASE TABLE' })
    .orderBy('k.table_name')
    .select('k.table_name as name')
  const own = tables.flatMap(({ name }) => {
    const plugin = switchable().find(({ id }) => name.startsWith(`${id}_`))
    return plugin ? [{ plugin: plugin.id, name }] : []
  })
  if (!own.length) return new Map()
  // Counts no further: "more than a thousand" is enough.
  const one = ({ plugin, name }: { plugin: string; name: string }) =>
    `select '${plugin}' as plugin, count(*)::int as rows from (select 1 from "${name}" where company_id = :company limit 1001) r`
  const { rows } = await db.rawQuery<{ rows: { plugin: string; rows: number }[] }>(
    `select plugin, sum(rows)::int as rows from (${own.map(one).join(' union all ')}) counted group by plugin`,
    { company: companyId },
  )
  return new Map(rows.map((row) => [row.plugin, row.rows]))
}

/** Every plugin with what it starts and stops in a company, for an admin; without an id for a new company. Audited. */
export function pluginsOf(session: Session, id: string | null): Promise<{ version: string | null; plugins: PluginFacts[] }> {
  return acrossCompanies(session, 'companies.plugins', async () => {
    const company = id === null ? null : await findCompany(id)
    const on = company?.plugins ?? []
    const rows = company ? await countRows(company.id) : new Map<string, number>()
    const replaying = new Set([...pluginRegistry().listeners.values()].flat().flatMap(({ replay, plugin }) => (replay ? [plugin] : [])))
    const plugins = switchable().map((plugin): PluginFacts => {
      const requires = (plugin.requires ?? []).filter((needed) => switchable().some((other) => other.id === needed))
      return {
        id: plugin.id,
        on: on.includes(plugin.id),
        requires,
        needed_by: switchable().flatMap((other) => (other.requires?.includes(plugin.id) ? [other.id] : [])),
        pages: (plugin.pages ?? []).flatMap(({ title, path, developmentOnly }) => (developmentOnly ? [] : [{ title, path }])),
        mails: (plugin.mails ?? []).map(({ trigger }) => trigger),
        jobs: (plugin.jobs ?? []).filter(({ schedule }) => schedule).length,
        catches_up: replaying.has(plugin.id),
        rows: rows.get(plugin.id) ?? 0,
      }
    })
    return { version: company?.version ?? null, plugins }
  })
}

/**
 * Turns plugins on and off for a company from the next request on; their data is kept. Audited.
 * @param change all plugins that should be on
 * @throws AppError 404; 422 at `plugins` (unknown, requires); 409 changed_meanwhile
 */
export function changePlugins(
  session: Session,
  id: string,
  change: { plugins: readonly string[]; updated_at: string },
): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.plugins', () => {
    checkPlugins(change.plugins)
    return db.transaction(async (trx) => {
      await holdCompanies(trx, [id])
      const current = await findCompany(id, trx)
      if (current.version !== change.updated_at) throw await staleCompany(trx, current)
      const plugins = inOrder(change.plugins)
      await trx
        .from('core_companies')
        .where({ id })
        .update({ plugins, updated_at: trx.raw('clock_timestamp()') })
      await noteChange(trx, session, current, plugins)
      return findCompany(id, trx)
    })
  })
}

const noteChange = (trx: TransactionClientContract, session: Session, before: CompanyRow, plugins: readonly string[]) =>
  trx.table('core_audit_log').insert({
    user_id: session.userId,
    company_id: before.id,
    action: 'company_changed',
    reason: 'companies.plugins',
    details: JSON.stringify({
      on: plugins.filter((plugin) => !before.plugins.includes(plugin)),
      off: before.plugins.filter((plugin) => !plugins.includes(plugin)),
    }),
  })

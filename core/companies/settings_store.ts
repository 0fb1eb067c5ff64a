import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '../contract/errors.js'
import {
  type DeclaredSettings,
  type PublishedOf,
  type SettingsByPlugin,
  type SettingValue,
  type ValuesOf,
  defaultOf,
} from '../contract/settings.js'
import { Recent } from '../cache/lru_cache.js'
import { pluginRegistry } from '../plugins/registry.js'
import { coreSettings } from '../settings.js'
import { preparedQuery } from '../tenancy/connections.js'
import { asSystem, currentCompanyId, currentScope } from '../tenancy/scope.js'

const COLUMNS = coreSettings.fields.flatMap((field) => ('column' in field ? [field.column] : []))

/** The columns of `core_companies c` that `settingsIn` needs. */
export const SETTINGS_COLUMNS = `${COLUMNS.map((column) => `c.${column}`).join(', ')},
  (select jsonb_object_agg(s.plugin, s.chosen) from core_company_settings s where s.company_id = c.id) as chosen`

/** Changes with every update of the row, so that cached values are read again. */
export const SETTINGS_VERSION = 'c.xmin::text'

/** A row that has SETTINGS_COLUMNS. */
export type SettingsRow = Record<string, unknown> & { chosen: SettingsByPlugin | null }

export type CompanySettings = SettingsByPlugin & { readonly core: ValuesOf<typeof coreSettings> }

/** Every declared setting of a company, with defaults. Pure. */
export function settingsIn(row: SettingsRow): CompanySettings {
  const values = pluginRegistry().settings.map(({ plugin, fields }) => [
    plugin,
    Object.fromEntries(
      fields.map((field) => {
        const kept = field.column ? (row[field.column] as SettingValue) : row.chosen?.[plugin]?.[field.key]
        return [field.key, kept === undefined ? defaultOf(field) : kept]
      }),
    ),
  ])
  return Object.fromEntries(values) as CompanySettings
}

const SETTINGS_OF = `select ${SETTINGS_VERSION} as version, ${SETTINGS_COLUMNS} from core_companies c where c.id = $1`
const kept = new Recent<number, { version: string; settings: CompanySettings }>(2000)

/**
 * The settings of one company. Within a request they come from memory without a query, because the session has the row's version. Otherwise
 * one query reads them.
 * @param version as the caller just read it (SETTINGS_VERSION)
 * @param trx the caller's open transaction: a second connection beside it would starve the pool
 * @throws AppError 404 when the scope does not see the company
 */
export async function companySettings(
  companyId: number,
  version?: string | null,
  trx?: TransactionClientContract,
): Promise<CompanySettings> {
  const known = kept.get(companyId)
  if (known && known.version === version) return known.settings
  const [row] = trx
    ? (await trx.rawQuery<{ rows: (SettingsRow & { version: string })[] }>(SETTINGS_OF.replace('$1', '?'), [companyId])).rows
    : await preparedQuery<SettingsRow & { version: string }>(db, 'platform_settings', SETTINGS_OF, [companyId])
  if (!row) throw notFound()
  const settings = settingsIn(row)
  kept.set(companyId, { version: row.version, settings })
  return settings
}

/**
 * The running company's values of a plugin's declared settings, typed by the declaration: `const { days } = await
 * settingsOf(remindersSettings)`. No query within a request.
 * @param trx the caller's open transaction, as for `companySettings`
 * @throws MissingScopeError outside a company's scope
 */
export async function settingsOf<D extends DeclaredSettings>(declared: D, trx?: TransactionClientContract): Promise<ValuesOf<D>> {
  const companyId = currentCompanyId()
  const scope = currentScope()
  const all = await companySettings(companyId, scope?.kind === 'company' ? scope.settingsVersion : undefined, trx)
  const own = all[declared.plugin]
  if (!own) throw new Error(`Plugin "${declared.plugin}" declares no settings in its plugin.ts.`)
  return own as ValuesOf<D>
}

/**
 * Returns the published settings of another company: its name and the fields marked `published`. A field that depends on a flag (`when`)
 * counts while the flag is on. One query.
 * @returns null for an unknown company
 */
export async function publishedSettingsOf<D extends DeclaredSettings>(
  declared: D,
  companyId: number,
): Promise<{ company: string; values: PublishedOf<D> } | null> {
  const row = await asSystem('public.settings', async () => {
    const [found] = await preparedQuery<SettingsRow>(db, 'platform_settings', SETTINGS_OF, [companyId])
    return found
  })
  if (!row) return null
  const all = settingsIn(row)
  const own = all[declared.plugin]!
  const values = declared.fields
    .filter((field) => field.published)
    .map((field) => [field.key, field.when && own[field.when] !== true ? defaultOf(field) : own[field.key]!])
  return { company: all.core.name, values: Object.fromEntries(values) as PublishedOf<D> }
}

/** The settings that every browser on the company's pages may see: fields marked `browser`, of the plugins that are on. */
export function browserSettings(settings: SettingsByPlugin, isOn: (plugin: string) => boolean): SettingsByPlugin {
  const given = pluginRegistry().settings.map(({ plugin, fields }) => [
    plugin,
    Object.fromEntries(
      fields
        .filter((field) => field.browser && (field.everywhere || isOn(plugin)))
        .map((field) => [field.key, settings[plugin]![field.key]!]),
    ),
  ])
  return Object.fromEntries(given.filter(([, values]) => Object.keys(values as object).length))
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settingsChanged } from '../contract/company.js'
import { AppError, invalid } from '../contract/errors.js'
import { type DeclaredSettings, type Setting, type SettingsByPlugin, type SettingValue, readSetting } from '../contract/settings.js'
import { orUniqueError } from '../database/unique.js'
import { emit } from '../events/outbox.js'
import { isPackagesHost } from '../http/packages_origin.js'
import { withOfferedLanguages } from '../i18n/language_field.js'
import { cacheZone } from '../i18n/zone.js'
import { pluginRegistry } from '../plugins/registry.js'
import { inCompany } from '../tenancy/scope.js'
import { SETTINGS_COLUMNS, settingsIn } from './settings_store.js'

/** The settings of a company with these plugins: core's, those of the plugins that are on, and those stored for all. */
export function settingsFor(plugins: readonly string[]): DeclaredSettings[] {
  return pluginRegistry()
    .settings.map(({ plugin, fields }) => ({
      plugin,
      fields: fields
        .filter((field) => !field.own && (field.everywhere || pluginRegistry().isOn(plugin, plugins)))
        .map(withOfferedLanguages),
    }))
    .filter(({ fields }) => fields.length)
}

interface FieldProblem {
  field: string
  rule: string
  meta?: Readonly<Record<string, unknown>>
}

/**
 * Validates the given settings: plugin → key → value, only the changed ones.
 * @param plugins that are on in the company
 * @param by a supervisor may not change settings of the `platform`
 * @throws AppError 422 naming each wrong field as `<plugin>.<key>`; rule `unknown` for a setting the company does not have, `platform_only`
 */
export function readSettings(
  given: Readonly<Record<string, unknown>>,
  plugins: readonly string[],
  by: 'platform' | 'company' = 'platform',
): SettingsByPlugin {
  const declared = new Map(settingsFor(plugins).map(({ plugin, fields }) => [plugin, new Map(fields.map((field) => [field.key, field]))]))
  const errors: FieldProblem[] = []
  const values: Record<string, Record<string, SettingValue>> = {}
  for (const [plugin, fields] of Object.entries(given)) {
    if (!declared.has(plugin) || typeof fields !== 'object' || fields === null) {
      errors.push({ field: plugin, rule: 'unknown' })
      continue
    }
    for (const [key, value] of Object.entries(fields)) {
      const field = declared.get(plugin)!.get(key)
      const isRefused = by === 'company' && field?.platform
      const read = !field ? { rule: 'unknown' } : isRefused ? { rule: 'platform_only' } : readSetting(field, value)
      if ('value' in read) (values[plugin] ??= {})[key] = read.value
      else errors.push(problemAt(`${plugin}.${key}`, read))
    }
  }
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
  return values
}

const problemAt = (field: string, { rule, meta, part }: { rule: string; meta?: FieldProblem['meta']; part?: string }): FieldProblem => ({
  field: part ? `${field}.${part}` : field,
  rule,
  ...(meta && { meta }),
})

/** Sorts keys for comparing: the database orders the languages of a text differently. */
const written = (value: SettingValue): string =>
  JSON.stringify(typeof value === 'object' && value ? Object.entries(value).sort(([a], [b]) => a.localeCompare(b)) : value)

/** Whether two values of a setting are the same. Pure. */
export const isSameSetting = (one: SettingValue, other: SettingValue): boolean => written(one) === written(other)

export interface Change {
  companyId: number
  /** The result of `readSettings`. */
  settings: SettingsByPlugin
  /** Who changes it; null is the platform itself (a declared tenant). */
  userId: number | null
  /** The reason, as for `acrossCompanies`. */
  reason: string
  /** Whether open forms are outdated by the change. Not for an image, which is not a field of a form. */
  movesVersion?: boolean
}

/**
 * The only place that writes settings: saves them, tells the plugins that are on (`core.settings.changed`) and, when a person did it, the
 * audit log. Unchanged values are ignored.
 * @returns the keys that changed, `<plugin>.<key>`
 * @throws Error for an unknown company
 * @throws AppError 422 `host_taken` on `core.site_host`: another company has that domain; `host_of_platform`: packages are served there
 */
export async function writeSettings(trx: TransactionClientContract, change: Change): Promise<string[]> {
  const { companyId, settings, userId, reason, movesVersion = true } = change
  const row = await trx.from('core_companies as c').where('c.id', companyId).select(trx.raw(SETTINGS_COLUMNS)).firstOrFail()
  const before = settingsIn(row)
  const columns: Record<string, SettingValue> = {}
  const changed: string[] = []
  for (const { plugin, fields } of pluginRegistry().settings) {
    const isNew = (field: Setting) => {
      const value = settings[plugin]?.[field.key]
      return value !== undefined && !isSameSetting(value, before[plugin]![field.key]!)
    }
    const chosen = fields.filter(isNew)
    if (!chosen.length) continue
    const kept: Record<string, SettingValue> = {}
    for (const field of chosen) (field.column ? columns : kept)[field.column ?? field.key] = settings[plugin]![field.key]!
    if (Object.keys(kept).length) {
      await trx.rawQuery(
        `insert into core_company_settings as s (company_id, plugin, chosen) values (?, ?, ?::jsonb)
         on conflict (company_id, plugin) do update set chosen = s.chosen || excluded.chosen`,
        [companyId, plugin, JSON.stringify(kept)],
      )
    }
    const keys = chosen.map(({ key }) => key)
    changed.push(...keys.map((key) => `${plugin}.${key}`))
    await inCompany(companyId, () => emit(trx, settingsChanged, { plugin, keys }))
  }
  const { time_zone: zone, site_host: host } = columns
  if (typeof host === 'string' && isPackagesHost(host)) throw invalid('core.site_host', 'host_of_platform')
  if (typeof zone === 'string') trx.after('commit', () => cacheZone(companyId, zone))
  // Always updates the row, because its version invalidates cached settings.
  const updated_at = trx.raw(movesVersion ? 'clock_timestamp()' : 'updated_at')
  await orUniqueError(
    { core_companies_site_host: 'core.site_host' },
    () =>
      trx
        .from('core_companies')
        .where('id', companyId)
        .update({ ...columns, updated_at }),
    'host_taken',
  )
  if (userId !== null && changed.length) {
    await trx.table('core_audit_log').insert({
      user_id: userId,
      company_id: companyId,
      action: 'settings_changed',
      reason,
      details: JSON.stringify({ changed }),
    })
  }
  return changed
}

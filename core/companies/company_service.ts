import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { changedMeanwhile, notFound } from '../contract/errors.js'
import { type SettingsByPlugin, defaultOf } from '../contract/settings.js'
import { versionOf } from '../database/versions.js'
import type { ListSource } from '../lists/define_list.js'
import { mapSource, querySource } from '../lists/query_source.js'
import { pluginRegistry } from '../plugins/registry.js'
import { isSameSetting, readSettings, writeSettings } from './change_settings.js'
import { holdCompanies } from './hold_companies.js'
import { type CompanySettings, SETTINGS_COLUMNS, type SettingsRow, settingsIn } from './settings_store.js'

/** A company with everything that can be changed. */
export interface CompanyRow {
  id: number
  login_id: string
  created_at: Date
  /** Exact text, because a JavaScript date would drop the microseconds that distinguish two changes. */
  version: string
  participants: number
  /** Ids of the plugins that are on. */
  plugins: string[]
  /** Its settings, with defaults: plugin → key → value. */
  settings: CompanySettings
}

/** Fields that are left out stay as they are. */
export interface CompanyChange {
  /** The version that was read. */
  updated_at: string
  /** The settings in the body of the request; validated against the declarations. */
  settings: Readonly<Record<string, unknown>>
}

/** The author of the change, for the audit log. */
export interface ChangedBy {
  userId: number
  reason: string
  /** Supervisors may change less than the platform's admins, who are the default. */
  as?: 'platform' | 'company'
}

const PARTICIPANTS = `(select count(*) from core_memberships m
  where m.company_id = c.id and m.role = 'leerling' and m.status = 'active')`
const SORT = {
  name: 'search_key(c.name)',
  login_id: 'c.login_id',
  city: 'search_key(c.city)',
  participants: PARTICIPANTS,
  registration_date: 'c.created_at',
} as const

type StoredRow = Omit<CompanyRow, 'settings'> & SettingsRow

function companies(client: Pick<TransactionClientContract, 'from'> = db): DatabaseQueryBuilderContract<StoredRow> {
  return client
    .from('core_companies as c')
    .select('c.id', 'c.login_id', 'c.created_at', 'c.plugins')
    .select(db.raw(SETTINGS_COLUMNS), db.raw(`${versionOf('c.updated_at')} as version`), db.raw(`${PARTICIPANTS} as participants`))
}

const toRow = (row: StoredRow): CompanyRow => ({
  id: row.id,
  login_id: row.login_id,
  created_at: row.created_at,
  version: row.version,
  participants: row.participants,
  plugins: row.plugins,
  settings: settingsIn(row),
})

/**
 * The companies of the running scope as a list's source. A search without a sort puts the best matches first.
 * @param filters the list's filter → the setting it filters by, `<plugin>.<key>`
 */
export function companiesSource(filters: Readonly<Record<string, string>>): ListSource<CompanyRow> {
  const stored = querySource<StoredRow, keyof typeof SORT>(
    () => companies(),
    (query, list) => {
      for (const [filter, setting] of Object.entries(filters)) {
        const asked = list[filter]
        if (asked === undefined) continue
        // A flag has one value; a choice matches any of several.
        const wanted = (Array.isArray(asked) ? asked : [asked]).map(String)
        const [plugin, key] = setting.split('.') as [string, string]
        const field = pluginRegistry()
          .settings.find((declared) => declared.plugin === plugin)
          ?.fields.find((one) => one.key === key)
        if (!field) throw new Error(`No plugin declares the setting "${setting}".`)
        if (field.column) query.whereIn(`c.${field.column}`, wanted)
        else query.whereRaw(`coalesce(${CHOSEN}, ?) = any(?::text[])`, [key, plugin, String(defaultOf(field)), wanted] as never)
      }
    },
    { sort: SORT, defaultSort: 'name', search: 'c.search_text', ranked: true, id: 'c.id', companyId: 'c.id' },
  )
  return mapSource(stored, toRow)
}

const CHOSEN = `(select s.chosen ->> ? from core_company_settings s where s.company_id = c.id and s.plugin = ?)`

/** @throws AppError 404 for an unknown id */
export async function findCompany(id: string | number, client?: TransactionClientContract): Promise<CompanyRow> {
  const row = await companies(client).where('c.id', id).first()
  if (!row) throw notFound()
  return toRow(row)
}

/**
 * Changes the given fields and keeps the rest.
 * @throws AppError 404; 422 at `<plugin>.<key>`; 409 changed_meanwhile (who, when and what differs) when somebody else changed it after
 * `updated_at`
 */
export function updateCompany(id: string | number, { updated_at: version, settings }: CompanyChange, by: ChangedBy): Promise<CompanyRow> {
  return db.transaction(async (trx) => {
    // Locks the row, so that the second of two admins sees the first one's change.
    await holdCompanies(trx, [id])
    const current = await findCompany(id, trx)
    const change = readSettings(settings, current.plugins, by.as)
    if (current.version !== version) throw await staleCompany(trx, current, change)
    // clock_timestamp advances within a transaction, so no version is used twice.
    await writeSettings(trx, { companyId: current.id, settings: change, userId: by.userId, reason: by.reason })
    return findCompany(id, trx)
  })
}

/** 409 for a change of a company that was made from an older version: who, when and what differs. */
export async function staleCompany(trx: TransactionClientContract, current: CompanyRow, change: SettingsByPlugin = {}) {
  const last: { by: string | null; created_at: Date } | null = await trx
    .from('core_audit_log as a')
    .leftJoin('core_users as u', 'u.id', 'a.user_id')
    .where('a.company_id', current.id)
    .whereIn('a.action', ['settings_changed', 'company_changed'])
    .orderBy('a.id', 'desc')
    .select('a.created_at', trx.raw(`core_full_name(u.firstname, u.infix, u.lastname) as by`))
    .first()
  const differs = Object.entries(change).flatMap(([plugin, values]) =>
    Object.keys(values)
      .filter((key) => !isSameSetting(values[key]!, current.settings[plugin]![key]!))
      .map((key) => `${plugin}.${key}`),
  )
  return changedMeanwhile({
    by: last?.by ?? null,
    at: last?.created_at.toISOString() ?? null,
    version: current.version,
    current: current.settings,
    differs,
  })
}

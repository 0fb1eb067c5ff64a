import db from '@adonisjs/lucid/services/db'
import { conflict, invalid } from '../contract/errors.js'
import { type Setting, type SettingsByPlugin, defaultOf } from '../contract/settings.js'
import { orUniqueError } from '../database/unique.js'
import { pluginRegistry } from '../plugins/registry.js'
import { coreSettings } from '../settings.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { readSettings, writeSettings } from './change_settings.js'
import { checkPlugins, inOrder } from './company_plugins.js'
import { type CompanyRow, findCompany, staleCompany } from './company_service.js'
import { holdCompanies } from './hold_companies.js'

const LOGIN_ID = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/

export interface NewCompany {
  /** Its address: /login/<login id>. */
  login_id: string
  plugins: readonly string[]
  /** Plugin → key → value. Required settings without a default must be given. */
  settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Settings of a new company, whether declared in tenants/ or made on screen.
 * @throws AppError 422 at `<plugin>.<key>`, also for a required setting that is missing
 */
export function readNewSettings(given: NewCompany['settings'], plugins: readonly string[]): SettingsByPlugin {
  const core: Record<string, unknown> = { ...given.core }
  for (const field of coreSettings.fields as readonly Setting[]) {
    if (field.required && defaultOf(field) === null) core[field.key] ??= null
  }
  return readSettings({ ...given, core }, plugins)
}

/** The columns that a new row needs. Everything else is written like any change. */
export function newCompanyRow(loginId: string, settings: SettingsByPlugin): Record<string, unknown> {
  const columns = coreSettings.fields.flatMap((field) =>
    'column' in field ? [[field.column, settings.core?.[field.key] ?? defaultOf(field)]] : [],
  )
  return { login_id: loginId, ...Object.fromEntries(columns) }
}

/**
 * Creates a company, for an admin. It is open at once. Audited.
 * @throws AppError 422 at `login_id` (form, reserved, unique), at `plugins`, and at `<plugin>.<key>`
 */
export function createCompany(session: Session, { login_id: loginId, plugins, settings: given }: NewCompany): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.create', () => {
    checkLoginId(loginId)
    checkPlugins(plugins)
    const settings = readNewSettings(given, plugins)
    const row = { ...newCompanyRow(loginId, settings), plugins: inOrder(plugins) }
    return orUniqueError({ core_companies_login_id_unique: 'login_id' }, () =>
      db.transaction(async (trx) => {
        const [{ id }] = await trx.table('core_companies').insert(row).returning('id')
        await writeSettings(trx, { companyId: id, settings, userId: session.userId, reason: 'companies.create' })
        await trx.table('core_audit_log').insert({
          user_id: session.userId,
          company_id: id,
          action: 'company_changed',
          reason: 'companies.create',
          details: JSON.stringify({ login_id: loginId, plugins: row.plugins }),
        })
        return findCompany(id, trx)
      }),
    )
  })
}

/**
 * Changes a company's login id. The old address stops working. Audited.
 * @throws AppError 404; 422 at `login_id`; 409 changed_meanwhile, declared_login_id where a folder of tenants/ has that name
 */
export function changeLoginId(session: Session, id: string, change: { login_id: string; updated_at: string }): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.login_id', () => {
    checkLoginId(change.login_id)
    return orUniqueError({ core_companies_login_id_unique: 'login_id' }, () =>
      db.transaction(async (trx) => {
        await holdCompanies(trx, [id])
        const current = await findCompany(id, trx)
        if (current.version !== change.updated_at) throw await staleCompany(trx, current)
        if (current.login_id === change.login_id) return current
        // Its folder has the old name, so the next start would create it a second time.
        const declared = await trx.from('core_companies').where({ id }).whereNotNull('declared_hash').select('id').first()
        if (declared) throw conflict('declared_login_id')
        await trx
          .from('core_companies')
          .where({ id })
          .update({ login_id: change.login_id, updated_at: trx.raw('clock_timestamp()') })
        await trx.table('core_audit_log').insert({
          user_id: session.userId,
          company_id: current.id,
          action: 'company_changed',
          reason: 'companies.login_id',
          details: JSON.stringify({ before: current.login_id, after: change.login_id }),
        })
        return findCompany(id, trx)
      }),
    )
  })
}

/** @throws AppError 422 at `login_id`: not valid in an address, or an address of the platform itself */
export function checkLoginId(loginId: string): void {
  if (!LOGIN_ID.test(loginId)) throw invalid('login_id', 'login_id')
  // `/:id?` is a company's sign-in page too.
  const paths = [...pluginRegistry().pages, ...pluginRegistry().routes].map(({ path }) => path.split('/')[1])
  if (paths.includes(loginId)) throw invalid('login_id', 'reserved')
}

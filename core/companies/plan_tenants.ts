import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import type { SettingValue } from '../contract/settings.js'
import type { TenantDeclaration } from '../contract/tenant.js'
import { asSystem } from '../tenancy/scope.js'
import { isSameSetting } from './change_settings.js'
import { TENANTS, readDeclaredTenants, readTenant } from './declare.js'
import { companySettings } from './settings_store.js'

/** One planned change. A changed image is shown by its file names. */
export interface PlannedChange {
  /** `plugins`, or `<plugin>.<key>`. */
  what: string
  before: SettingValue | readonly string[]
  after: SettingValue | readonly string[]
}

export interface TenantPlan {
  loginId: string
  /** `same`: the folder is unchanged since it was last read, so an admin's changes are kept. */
  kind: 'new' | 'changed' | 'same'
  changes: PlannedChange[]
}

/**
 * Returns the changes that declaring the companies of tenants/ would make. Writes nothing. @throws Error one line when a declaration is
 * wrong
 */
export async function planTenants(): Promise<TenantPlan[]> {
  const plans: TenantPlan[] = []
  for (const tenant of await readDeclaredTenants()) plans.push(await planTenant(tenant, join(TENANTS, tenant.loginId)))
  return plans
}

/** The same for one tenant. @param files folder of its images */
export async function planTenant(tenant: TenantDeclaration, files: string): Promise<TenantPlan> {
  const { loginId } = tenant
  const { settings, contents, declared_hash } = await readTenant(tenant, files)
  return asSystem('tenants.plan', async () => {
    const known = await db.from('core_companies').where('login_id', loginId).select('id', 'plugins', 'declared_hash').first()
    if (!known) return { loginId, kind: 'new', changes: [] }
    if (known.declared_hash === declared_hash) return { loginId, kind: 'same', changes: [] }
    const now = await companySettings(known.id)
    const plugins = [...tenant.plugins]
    const isOther = plugins.length !== known.plugins.length || plugins.some((plugin) => !known.plugins.includes(plugin))
    const changes: PlannedChange[] = isOther ? [{ what: 'plugins', before: known.plugins, after: plugins }] : []
    for (const [plugin, values] of Object.entries(settings)) {
      for (const [key, after] of Object.entries(values)) {
        const before = now[plugin]![key]!
        if (!isSameSetting(before, after)) changes.push({ what: `${plugin}.${key}`, before, after })
      }
    }
    // Stored under a random name, so images are compared by content.
    const kept = await db.from('core_files').where('company_id', known.id).whereNotNull('public_name').select('public_name', 'sha256')
    for (const { plugin, key, name, sha256 } of contents) {
      const before = now[plugin]![key]!
      const isSame = kept.some((file) => file.public_name === before && file.sha256 === sha256)
      if (!isSame) changes.push({ what: `${plugin}.${key}`, before, after: name })
    }
    return { loginId, kind: 'changed', changes }
  })
}

const KINDS = { new: 'is made', changed: 'is overwritten with what its folder says', same: 'stays as it is' } as const
const shown = (value: PlannedChange['before']) => JSON.stringify(value)

/** A plan in lines for an operator. Pure. */
export function linesOf(plans: readonly TenantPlan[]): string[] {
  return plans.flatMap(({ loginId, kind, changes }) => [
    `${loginId}: ${KINDS[kind]}${kind === 'changed' && !changes.length ? ' (which it is already)' : ''}`,
    ...changes.map(({ what, before, after }) => `  ${what}: ${shown(before)} -> ${shown(after)}`),
  ])
}

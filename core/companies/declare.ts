import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '../contract/errors.js'
import type { SettingsByPlugin } from '../contract/settings.js'
import type { TenantDeclaration } from '../contract/tenant.js'
import { asSystem } from '../tenancy/scope.js'
import { writeSettings } from './change_settings.js'
import { type StoredImage, imageFields, storeImage, replaceImage } from './company_images.js'
import { invalidPlugins } from './company_plugins.js'
import { holdCompanies } from './hold_companies.js'
import { newCompanyRow, readNewSettings } from './new_company.js'
import { companySettings } from './settings_store.js'

/** The folder of the tenants that come with the code. */
export const TENANTS = fileURLToPath(new URL('../../tenants/', import.meta.url))

/** The tenants that come with the code, by folder name. */
export async function readDeclaredTenants(): Promise<TenantDeclaration[]> {
  const entries = await readdir(TENANTS, { withFileTypes: true })
  const ids = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(TENANTS, entry.name, 'tenant.ts')))
    .map((entry) => entry.name)
  return Promise.all(
    ids.sort().map(async (id) => {
      const { default: tenant } = (await import(`../../tenants/${id}/tenant.js`)) as { default: TenantDeclaration }
      if (tenant.loginId !== id) throw new Error(`tenants/${id}/tenant.ts declares login id "${tenant.loginId}"; it must be "${id}".`)
      return tenant
    }),
  )
}

/**
 * Creates the declared companies, or updates them to what their folder says. Idempotent. Changes by an admin are kept until the folder
 * changes.
 * @throws Error one line when a declaration is wrong
 */
export async function declareTenants(): Promise<void> {
  for (const tenant of await readDeclaredTenants()) await declareTenant(tenant, join(TENANTS, tenant.loginId))
}

/**
 * Declares one tenant.
 * @param files folder of its images
 * @throws Error one line when the declaration is wrong
 */
export async function declareTenant(tenant: TenantDeclaration, files: string): Promise<void> {
  const { settings, contents, declared_hash } = await readTenant(tenant, files)
  await asSystem('tenants.declare', async () => {
    await db.knexQuery().table('core_companies').insert(newCompanyRow(tenant.loginId, settings)).onConflict('login_id').ignore()
    const { id, declared_hash: known } = await db
      .from('core_companies')
      .where('login_id', tenant.loginId)
      .select('id', 'declared_hash')
      .firstOrFail()
    if (known === declared_hash) return
    const kept: { plugin: string; key: string; image: StoredImage }[] = []
    for (const { plugin, key, name, content } of contents) {
      kept.push({ plugin, key, image: await storeImage(id, key, { name, content, trusted: true }) })
    }
    await db.transaction(async (trx) => {
      await holdCompanies(trx, [id])
      const shown = await companySettings(id)
      const all = { ...settings }
      for (const { plugin, key, image } of kept) {
        await replaceImage(trx, id, image, shown[plugin]![key] as string | null)
        all[plugin] = { ...all[plugin], [key]: image.publicName }
      }
      await trx
        .from('core_companies')
        .where({ id })
        .update({ plugins: [...tenant.plugins], declared_hash })
      await writeSettings(trx, { companyId: id, settings: all, userId: null, reason: 'tenants.declare' })
    })
  })
}

/** A declaration ready to write: its settings, its images, and the hash that detects a changed folder. @throws as `declareTenant` */
export async function readTenant(tenant: TenantDeclaration, files: string) {
  const [wrong] = invalidPlugins(tenant.plugins)
  if (wrong && !wrong.needs) throw new Error(`tenants/${tenant.loginId}: unknown plugin "${wrong.plugin}".`)
  if (wrong) throw new Error(`tenants/${tenant.loginId}: plugin "${wrong.plugin}" requires plugin "${wrong.needs}", which is not on there.`)
  const { images, settings } = readDeclared(tenant)
  const contents = await Promise.all(
    images.map(async (image) => {
      const content = await readFile(join(files, image.name))
      return { ...image, content, sha256: createHash('sha256').update(content).digest('hex') }
    }),
  )
  const hashes = contents.map(({ plugin, key, sha256 }) => [plugin, key, sha256])
  const declared_hash = createHash('sha256')
    .update(JSON.stringify({ plugins: tenant.plugins, settings, images: hashes }))
    .digest('hex')
  return { settings, contents, declared_hash }
}

/** The validated content of a folder. Images are file names until they are stored. */
function readDeclared(tenant: TenantDeclaration) {
  const images = imageFields().flatMap(({ plugin, field: { key } }) => {
    const name = tenant.settings[plugin]?.[key]
    return typeof name === 'string' ? [{ plugin, key, name }] : []
  })
  const isImage = (plugin: string, key: string) => images.some((image) => image.plugin === plugin && image.key === key)
  const withoutImages = Object.fromEntries(
    Object.entries(tenant.settings).map(([plugin, fields]) => [
      plugin,
      Object.fromEntries(Object.entries(fields).filter(([key]) => !isImage(plugin, key))),
    ]),
  )
  try {
    const settings: Record<string, SettingsByPlugin[string]> = { ...readNewSettings(withoutImages, tenant.plugins) }
    return { images, settings }
  } catch (error) {
    const errors = error instanceof AppError ? (error.details.errors as { field: string; rule: string }[] | undefined) : undefined
    if (!errors) throw error
    const list = errors.map(({ field, rule }) => `${field} (${rule})`).join(', ')
    throw new Error(`tenants/${tenant.loginId}: wrong settings: ${list}. What each one takes is declared in the plugin's settings.ts.`, {
      cause: error,
    })
  }
}

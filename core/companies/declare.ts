import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { isPlainLine } from '../contract/plain_line.js'
import type { TenantDeclaration } from '../contract/tenant.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import { type ImageColumn, type NewImage, keepImage, showImage } from './company_images.js'

const folder = fileURLToPath(new URL('../../tenants/', import.meta.url))

/** The tenants that ship with the code, by folder name. */
export async function readDeclaredTenants(): Promise<TenantDeclaration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'tenant.ts'))).map((entry) => entry.name)
  return Promise.all(
    ids.sort().map(async (id) => {
      const { default: tenant } = (await import(`../../tenants/${id}/tenant.js`)) as { default: TenantDeclaration }
      if (tenant.loginId !== id) throw new Error(`tenants/${id}/tenant.ts declares login id "${tenant.loginId}"; it must be "${id}".`)
      return tenant
    }),
  )
}

const requirements = (id: string): readonly string[] => pluginRegistry().plugins.find((plugin) => plugin.id === id)?.requires ?? []

/**
 * Makes the declared companies, or brings them up to what their folder says.
 * Doing it twice changes nothing, and what an admin changed since stays until
 * the folder changes.
 * @throws Error one line when a declaration is wrong
 */
export async function declareTenants(): Promise<void> {
  const known = new Set(pluginRegistry().plugins.map((plugin) => plugin.id))
  for (const tenant of await readDeclaredTenants()) {
    for (const plugin of tenant.plugins) {
      if (!known.has(plugin)) throw new Error(`tenants/${tenant.loginId}: unknown plugin "${plugin}".`)
      const missing = requirements(plugin).find((needed) => !tenant.plugins.includes(needed))
      if (missing) throw new Error(`tenants/${tenant.loginId}: plugin "${plugin}" requires plugin "${missing}", which is not on there.`)
    }
    for (const [field, name] of Object.entries({ name: tenant.name, legalName: tenant.legalName, senderName: tenant.senderName })) {
      if (!isPlainLine(name)) throw new Error(`tenants/${tenant.loginId}: ${field} holds characters that cannot be seen.`)
    }
    await asSystem('tenants.declare', () => declareTenant(tenant))
  }
}

async function declareTenant(tenant: TenantDeclaration): Promise<void> {
  const row = rowOf(tenant)
  const images = await imagesOf(tenant)
  const contents = images.map(({ column, image }) => [column, image && createHash('sha256').update(image.content).digest('hex')])
  const declared_hash = createHash('sha256')
    .update(JSON.stringify([row, contents]))
    .digest('hex')
  await db.knexQuery().table('core_companies').insert(row).onConflict('login_id').ignore()
  const stored = await db.from('core_companies').where('login_id', tenant.loginId).select('id', 'declared_hash').firstOrFail()
  if (stored.declared_hash === declared_hash) return
  const kept: { column: ImageColumn; image: { id: number; publicName: string } | null }[] = []
  for (const { column, image } of images) kept.push({ column, image: image && (await keepImage(stored.id, column, image)) })
  await db.transaction(async (trx) => {
    for (const { column, image } of kept) await showImage(trx, stored.id, column, image)
    await trx
      .from('core_companies')
      .where('id', stored.id)
      .update({ ...row, declared_hash, updated_at: new Date() })
  })
}

async function imagesOf(tenant: TenantDeclaration): Promise<{ column: ImageColumn; image: NewImage | null }[]> {
  const image = async (name: string | undefined): Promise<NewImage | null> =>
    name ? { name, content: await readFile(join(folder, tenant.loginId, name)), trusted: true } : null
  return [
    { column: 'logo_file', image: await image(tenant.logo) },
    { column: 'favicon_file', image: await image(tenant.favicon) },
  ]
}

/** The columns of core_companies as a folder declares them, without its images. Pure. */
function rowOf(tenant: TenantDeclaration) {
  return {
    login_id: tenant.loginId,
    name: tenant.name,
    legal_name: tenant.legalName,
    abbreviation: tenant.abbreviation ?? null,
    sender_name: tenant.senderName,
    primary_color: tenant.primaryColor,
    secondary_color: tenant.secondaryColor,
    theme: tenant.theme,
    default_language: tenant.defaultLanguage,
    street: tenant.address.street,
    postal_code: tenant.address.postalCode,
    city: tenant.address.city,
    country: tenant.address.country,
    catalogue_access: tenant.catalogueAccess ?? false,
    sir_member: tenant.sirMember ?? false,
    exam_provider: tenant.examProvider ?? false,
    plugins: tenant.plugins,
  }
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '../contract/errors.js'
import type { ImageSetting } from '../contract/settings.js'
import { removeContentSoon } from '../files/clean.js'
import { attachFile, storeFile } from '../files/file_store.js'
import { pluginRegistry } from '../plugins/registry.js'
import { inCompany } from '../tenancy/scope.js'
import { settingsFor, writeSettings } from './change_settings.js'
import { type ChangedBy, type CompanyRow, findCompany } from './company_service.js'
import { holdCompanies } from './hold_companies.js'
import { companyImage } from './image_purposes.js'

export interface NewImage {
  content: Uint8Array
  name: string
  /** Comes with the code (a declared tenant's), so SVG is allowed. */
  trusted?: boolean
}

export interface StoredImage {
  id: number
  /** Its name for /images/{name}, which is the setting's value. */
  publicName: string
}

/**
 * Stores an image of a company, unattached until `showImage`. Call it outside a transaction that locks the company's row.
 * @param field that a refusal names
 * @throws AppError 422 on `field`: not_an_image, too_large
 */
export async function storeImage(companyId: number, field: string, { content, name, trusted }: NewImage): Promise<StoredImage> {
  const kept = await inCompany(companyId, () => storeFile(companyImage, { name, content, membershipId: null, field, trusted }))
  return { id: kept.id, publicName: kept.publicName! }
}

/** Shows an image from commit on and deletes the previous one, so that its address stops working. */
export async function replaceImage(
  trx: TransactionClientContract,
  companyId: number,
  image: StoredImage | null,
  before: string | null,
): Promise<void> {
  if (image) await attachFile(trx, image.id, { purpose: companyImage })
  if (before) await trx.from('core_files').where({ company_id: companyId, public_name: before }).delete()
  trx.after('commit', () => void removeContentSoon())
}

/** A company's image setting, as an address names it. */
export interface ImageName {
  company: string | number
  plugin: string
  key: string
}

/**
 * Saves an uploaded image as a company's setting and deletes the previous one. The version stays the same: images are saved by themselves
 * and must not invalidate an open form.
 * @param content null removes the image
 * @throws AppError 404 for an unknown company or setting; 422 at the key: not_an_image, too_large. Nothing changes then
 */
export async function updateImage({ company, plugin, key }: ImageName, content: Uint8Array | null, by: ChangedBy): Promise<CompanyRow> {
  const { id, plugins } = await findCompany(company)
  const field = settingsFor(plugins)
    .find((declared) => declared.plugin === plugin)
    ?.fields.find((one) => one.key === key && one.kind === 'image' && !(by.as === 'company' && one.platform))
  if (!field) throw notFound()
  const image = content && (await storeImage(id, key, { content, name: key }))
  await db.transaction(async (trx) => {
    await holdCompanies(trx, [id])
    const before = (await findCompany(company, trx)).settings[plugin]![key] as string | null
    await replaceImage(trx, id, image, before)
    await writeSettings(trx, {
      companyId: id,
      settings: { [plugin]: { [key]: image?.publicName ?? null } },
      movesVersion: false,
      userId: by.userId,
      reason: by.reason,
    })
  })
  return findCompany(company)
}

/** Every declared image. */
export function imageFields(): { plugin: string; field: ImageSetting }[] {
  return pluginRegistry().settings.flatMap(({ plugin, fields }) =>
    fields.flatMap((field) => (field.kind === 'image' ? [{ plugin, field }] : [])),
  )
}

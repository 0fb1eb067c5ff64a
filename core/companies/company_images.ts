import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '../contract/errors.js'
import type { ImageSetting } from '../contract/settings.js'
import { keepUploadedImage } from '../files/images.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import { settingsFor, writeSettings } from './change_settings.js'
import { type ChangedBy, type CompanyRow, findCompany } from './company_service.js'

// Any number that nobody else takes: who keeps an image and who removes one wait for each other, on all nodes.
const IMAGES_LOCK = 5_170_301

/**
 * Runs what keeps images and names them in a company's settings, in one transaction.
 * Images are shared by their content, so between the two nobody may remove one.
 */
export function withImagesLocked<T>(work: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await trx.rawQuery('select pg_advisory_xact_lock(?)', [IMAGES_LOCK])
    return work(trx)
  })
}

/** A company's image setting, as an address names it. */
export interface ImageName {
  company: string
  plugin: string
  key: string
}

/**
 * Keeps an uploaded image as a company's setting, shows it from now on and forgets the one before. The
 * version stays: images are saved by themselves, and a form that is open meanwhile must not go stale.
 * @param content null takes the image away
 * @throws AppError 404 for an unknown company or setting; 422 at the key: not_an_image, too_large. Nothing changes then
 */
export async function updateImage({ company, plugin, key }: ImageName, content: Uint8Array | null, by: ChangedBy): Promise<CompanyRow> {
  const before = await withImagesLocked(async (trx) => {
    await trx.from('core_companies').where('id', company).forUpdate().select('id').first()
    const row = await findCompany(company, trx)
    const field = settingsFor(row.plugins)
      .find((declared) => declared.plugin === plugin)
      ?.fields.find((one) => one.key === key && one.kind === 'image')
    if (!field) throw notFound()
    const file = content && (await keepUploadedImage(key, content))
    await writeSettings(trx, { companyId: row.id, settings: { [plugin]: { [key]: file } }, movesVersion: false, ...by })
    return row.settings[plugin]![key] as string | null
  })
  await removeUnusedImages([before])
  return findCompany(company)
}

/** Every declared image. */
export function imageFields(): { plugin: string; field: ImageSetting }[] {
  return pluginRegistry().settings.flatMap(({ plugin, fields }) =>
    fields.flatMap((field) => (field.kind === 'image' ? [{ plugin, field }] : [])),
  )
}

/** Removes images from disk that no company shows any more: what was replaced must not stay for whoever has its address. */
export async function removeUnusedImages(files: readonly (string | null)[]): Promise<void> {
  const columns = imageFields().flatMap(({ field }) => field.column ?? [])
  for (const file of files) {
    if (!file) continue
    await asSystem('images.remove', () =>
      withImagesLocked(async (trx) => {
        const inColumn = await trx
          .from('core_companies')
          .where((query) => columns.forEach((column) => void query.orWhere(column, file)))
          .first()
        const chosen = trx
          .from('core_company_settings')
          .whereRaw('exists (select from jsonb_each_text(chosen) one where one.value = ?)', [file])
        const key = `images/${file}`
        if (!inColumn && !(await chosen.first()) && (await drive.use().exists(key))) await drive.use().delete(key)
      }),
    )
  }
}

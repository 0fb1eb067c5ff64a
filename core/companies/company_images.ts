import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '../contract/errors.js'
import { asSystem } from '../tenancy/scope.js'

// Any number that nobody else takes: who keeps an image and who removes one wait for each other, on all nodes.
const IMAGES_LOCK = 5_170_301

/**
 * Runs what keeps images and names them in a company's row, in one transaction.
 * Images are shared by their content, so between the two nobody may remove one.
 */
export function withImagesLocked<T>(work: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await trx.rawQuery('select pg_advisory_xact_lock(?)', [IMAGES_LOCK])
    return work(trx)
  })
}

/**
 * Gives a company another logo and forgets the one before it.
 * @param keep keeps the image and says its name (core/files/images.ts)
 * @throws AppError 404 for an unknown company; whatever `keep` throws, and then nothing changes
 */
export async function replaceLogo(companyId: number | string, keep: () => Promise<string>): Promise<void> {
  const before = await withImagesLocked(async (trx) => {
    const row = await trx.from('core_companies').where('id', companyId).forUpdate().select('logo_file').first()
    if (!row) throw notFound()
    await trx
      .from('core_companies')
      .where('id', companyId)
      .update({ logo_file: await keep() })
    return row.logo_file as string | null
  })
  await removeUnusedImages([before])
}

/** Removes images from disk that no company shows any more: what was replaced must not stay for whoever has its address. */
export async function removeUnusedImages(files: readonly (string | null)[]): Promise<void> {
  for (const file of files) {
    if (!file) continue
    await asSystem('images.remove', () =>
      withImagesLocked(async (trx) => {
        const used = await trx.from('core_companies').where('logo_file', file).orWhere('favicon_file', file).first()
        const key = `images/${file}`
        if (!used && (await drive.use().exists(key))) await drive.use().delete(key)
      }),
    )
  }
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { FilePurpose } from '../contract/files.js'
import { notFound } from '../contract/errors.js'
import { attachFile, keepFile } from '../files/file_store.js'
import { removeContentSoon } from '../files/clean.js'
import { inCompany } from '../tenancy/scope.js'
import { companyFavicon, companyLogo } from './image_purposes.js'

export interface NewImage {
  content: Uint8Array
  name: string
  /** Ships with the code (a declared tenant's): SVG is welcome. */
  trusted?: boolean
}

export type ImageColumn = 'logo_file' | 'favicon_file'

const PURPOSES: Record<ImageColumn, FilePurpose> = { logo_file: companyLogo, favicon_file: companyFavicon }

/**
 * Keeps an image of a company; loose until `showImage`.
 * @returns its id and its name for /images/{name}
 * @throws AppError 422 on the column's field: not_an_image, too_large
 */
export async function keepImage(companyId: number, column: ImageColumn, { content, name, trusted }: NewImage) {
  const field = column.replace('_file', '')
  const kept = await inCompany(companyId, () => keepFile(PURPOSES[column], { name, content, membershipId: null, field, trusted }))
  return { id: kept.id, publicName: kept.publicName! }
}

/** Shows a kept image from commit on, and forgets the one before it: what was replaced must not stay for whoever has its address. */
export async function showImage(
  trx: TransactionClientContract,
  companyId: number,
  column: ImageColumn,
  image: { id: number; publicName: string } | null,
): Promise<void> {
  const before = await trx.from('core_companies').where('id', companyId).forUpdate().select(column).first()
  if (!before) throw notFound()
  if (image) await attachFile(trx, image.id, { purpose: PURPOSES[column] })
  await trx
    .from('core_companies')
    .where('id', companyId)
    .update({ [column]: image?.publicName ?? null })
  if (before[column]) await trx.from('core_files').where({ company_id: companyId, public_name: before[column] }).delete()
  trx.after('commit', () => void removeContentSoon())
}

/**
 * Gives a company another logo. Runs in a scope that may change companies.
 * @throws AppError 404 for an unknown company; 422 on `logo`, and then nothing changes
 */
export async function replaceLogo(id: number | string, image: NewImage): Promise<void> {
  const company = await db.from('core_companies').where('id', id).select('id').first()
  if (!company) throw notFound()
  const kept = await keepImage(company.id, 'logo_file', image)
  await db.transaction((trx) => showImage(trx, company.id, 'logo_file', kept))
}

import db from '@adonisjs/lucid/services/db'
import type { Branding } from '../contract/bootstrap.js'
import { readBytes } from '../files/file_store.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { BRANDING_COLUMNS, brandingOf } from './branding.js'
import { MAX_IMAGE_BYTES } from './image_purposes.js'

/** The look of the running company, for what a plugin draws itself: a PDF, a public answer. One query. */
export async function ownBranding(): Promise<Branding> {
  const { rows } = await db.rawQuery(`select ${BRANDING_COLUMNS} from core_companies where id = ?`, [currentCompanyId()])
  return brandingOf(rows[0])
}

export interface Logo {
  /** Determined from the content: `image/png`, `image/jpeg`, `image/svg+xml` … An SVG is part of the code, never an upload. */
  contentType: string
  content: Uint8Array
}

/** The logo of the running company, for what a plugin draws itself; null when there is none or the disk lost it. */
export async function ownLogo(): Promise<Logo | null> {
  const file: { id: number; content_type: string } | null = await db
    .from('core_files as f')
    .join('core_companies as c', 'c.logo_file', 'f.public_name')
    .where('c.id', currentCompanyId())
    .where('f.company_id', currentCompanyId())
    .whereNotNull('f.stored_at')
    .select('f.id', 'f.content_type')
    .first()
  const content = file && (await readBytes(file.id, MAX_IMAGE_BYTES))
  return content && { contentType: file.content_type, content }
}

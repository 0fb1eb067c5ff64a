import db from '@adonisjs/lucid/services/db'
import type { Branding } from '../contract/bootstrap.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { BRANDING_COLUMNS, brandingOf } from './branding.js'

/** The look of the running company, for what a plugin paints itself: a PDF, a public answer. One query. */
export async function ownBranding(): Promise<Branding> {
  const { rows } = await db.rawQuery(`select ${BRANDING_COLUMNS} from core_companies where id = ?`, [currentCompanyId()])
  return brandingOf(rows[0])
}

import db from '@adonisjs/lucid/services/db'
import type { Session } from './session.js'
import { notFound } from '../contract/errors.js'
import { acrossCompanies } from './across.js'
import { inCompany } from './scope.js'

/**
 * Runs `fn` in the company that a row belongs to, for actions on one row. A
 * person of a company is there already, and finds no other company's row; an
 * admin without a company goes to the row's, which is audited.
 * @param table a table of the plugin itself; never input
 * @param reason short, stable and in English: `certificates.revoke`
 * @throws AppError 404 when an admin names no row
 */
export async function inCompanyOfRow<T>(
  session: Session,
  { table, id, reason }: { table: string; id: number | string; reason: string },
  fn: () => Promise<T>,
): Promise<T> {
  if (session.companyId) return fn()
  const row = await acrossCompanies(session, reason, () => db.from(table).where('id', id).select('company_id').first())
  if (!row) throw notFound()
  return inCompany(row.company_id, fn)
}

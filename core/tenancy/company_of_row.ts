import db from '@adonisjs/lucid/services/db'
import type { Session } from './session.js'
import { notFound } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import { acrossCompanies } from './across.js'
import { asSystem, inCompany } from './scope.js'

/**
 * Runs `fn` in the company that was chosen. A member stays in their own company (`0`, or its id). An admin may choose any company where the
 * plugin is on, which is audited.
 * @param reason short, stable and in English, the plugin first: `registration.fields`
 * @param plugin that must be on there; default the reason's, another when an admin's tool works on another plugin's data
 * @throws AppError 404 for another company than one's own, for an unknown one, and where the plugin is off
 */
export async function inChosenCompany<T>(
  session: Session,
  { company, reason, plugin = reason.split('.', 1)[0]! }: { company: number; reason: string; plugin?: string },
  fn: () => Promise<T>,
): Promise<T> {
  if (session.companyId) {
    if (company !== 0 && company !== session.companyId) throw notFound()
    return fn()
  }
  if (!pluginRegistry().plugins.some(({ id }) => id === plugin)) throw new Error(`inChosenCompany("${reason}") is of no plugin`)
  const row = await acrossCompanies(session, reason, () => db.from('core_companies').where('id', company).select('id', 'plugins').first())
  if (!row || !pluginRegistry().isOn(plugin, row.plugins)) throw notFound()
  return inCompany(row.id, fn)
}

/**
 * Runs `fn` in the company that a row belongs to, for actions on one row. A member is already there and finds no other company's row. An
 * admin without a company goes to the row's company, which is audited.
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

/**
 * Runs `fn` in the company of a row that names the person's own company in a column, such as an exam's provider. A person
 * who may read such a row (`alsoVisibleTo`) acts on it for its owner. Audited.
 * @param column of the table; never input
 * @throws AppError 404 for a row that the policy hides, or that names another company
 */
export async function inCompanyOfRowNaming<T>(
  session: Session,
  { table, id, column, reason }: { table: string; id: number | string; column: string; reason: string },
  fn: () => Promise<T>,
): Promise<T> {
  if (!session.companyId) throw notFound()
  // In the person's own scope, so that rows which the policy hides are not found.
  const row = await db.from(table).where('id', id).where(column, session.companyId).select('company_id').first()
  if (!row) throw notFound()
  const details = { user_id: session.userId, company_id: row.company_id, action: 'on_behalf', reason }
  await asSystem(reason, () => db.table('core_audit_log').insert(details))
  return inCompany(row.company_id, fn)
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '../contract/errors.js'
import { removeContentSoon } from '../files/clean.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { RowsLeftError } from './personal_tables.js'
import { removeTaskFilesOf } from './task_files.js'

/** Maximum number of rounds over the plugins. Listeners may still write data of the person between two rounds. */
const MOST_ROUNDS = 5

/** A person in one company. */
export interface Member {
  companyId: number
  membershipId: number
}

/**
 * Finds a person of a company by e-mail address. Runs in the system's scope.
 * @throws AppError 404 when the company has no such member
 */
export async function findMember(loginId: string, email: string): Promise<Member> {
  const row = await db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .where({ 'c.login_id': loginId, 'u.email': email })
    .select('m.id', 'm.company_id')
    .first()
  if (!row) throw notFound()
  return { companyId: row.company_id, membershipId: row.id }
}

/**
 * Everything that core and every plugin keep about a person in one company,
 * by plugin; also of plugins that are off there, as their rows stay.
 */
export async function exportPerson({ companyId, membershipId }: Member): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const plugin of pluginRegistry().plugins) {
    if (plugin.exportPersonalData) found[plugin.id] = await inCompany(companyId, () => plugin.exportPersonalData!(membershipId))
  }
  return found
}

/**
 * Erases a person from one company: files of tasks that may name them, each plugin's rows, then the membership
 * and, when it was their last one, the person. Cut off half-way it can be
 * called again, as the membership goes last.
 * @param by who asked for it, for the audit log; null for an operator
 * @throws AppError 404 when there is no such membership
 * @throws RowsLeftError when a plugin leaves rows behind: then the membership stays
 */
export async function erasePerson({ companyId, membershipId }: Member, by: number | null): Promise<void> {
  await inCompany(companyId, async () => {
    if (!(await db.from('core_memberships').where('id', membershipId).first())) throw notFound()
  })
  await asSystem('privacy.audit', () =>
    db.table('core_audit_log').insert({ user_id: by, company_id: companyId, action: 'erase_person', reason: 'privacy.erase' }),
  )
  for (let again = MOST_ROUNDS - 1; ; again--) {
    try {
      await removeTaskFilesOf(companyId)
      await eraseOnce({ companyId, membershipId })
      // Also the files of tasks that read the person's data in the meantime.
      await removeTaskFilesOf(companyId)
      // With the disk away it is logged, and the job core.files.clean does it.
      return await removeContentSoon()
    } catch (error) {
      // Something was written about them in the meantime: it is taken along in the next round.
      if (!(error instanceof RowsLeftError) || again === 0) throw error
    }
  }
}

async function eraseOnce({ companyId, membershipId }: Member): Promise<void> {
  const [core, ...plugins] = pluginRegistry().plugins
  for (const plugin of plugins) {
    if (plugin.erasePersonalData) await inCompany(companyId, () => plugin.erasePersonalData!(membershipId))
  }
  await inCompany(companyId, () => core!.erasePersonalData!(membershipId))
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/**
 * Checks that a person may go on in another of their companies.
 * @throws AppError 404 when it is no active membership of theirs
 */
export async function switchMembership(session: Session, membershipId: number) {
  const row = await asSystem('membership.switch', () =>
    db
      .from('core_memberships as m')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .where({ 'm.id': membershipId, 'm.user_id': session.userId, 'm.status': 'active', 'c.status': 'active' })
      .select('m.id', 'm.company_id', 'm.role', 'c.plugins')
      .first(),
  )
  if (!row) throw notFound()
  return { membershipId: row.id as number, companyId: row.company_id as number, role: row.role as Role, plugins: row.plugins as string[] }
}

/** Keeps the language a person picked for the interface. */
export async function setLanguage(userId: number, language: string): Promise<void> {
  await asSystem('user.language', () => db.from('core_users').where('id', userId).update({ language }))
}

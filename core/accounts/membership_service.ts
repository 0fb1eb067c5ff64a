import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { asSystem } from '../tenancy/scope.js'
import { stepOf } from './second_step.js'
import { mayUsePassword } from './ways_in.js'
import type { Session } from '../tenancy/session.js'

/** Ways to sign in that check the second factor themselves. Turning a second factor on ends all other sessions. */
const ASKS_SECOND_STEP: ReadonlySet<string | null> = new Set(['sign_in', 'password_reset'])

/**
 * Checks that a person may switch to another of their companies.
 * @throws AppError 404 when it is not an active membership of theirs; 409 password_not_used, code_one_company, second_factor_needed
 */
export async function switchMembership(session: Session, membershipId: number) {
  const row = await asSystem('membership.switch', () =>
    db
      .from('core_memberships as m')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .where({ 'm.id': membershipId, 'm.user_id': session.userId, 'm.status': 'active', 'c.status': 'active' })
      .join('core_users as u', 'u.id', 'm.user_id')
      .select('m.id', 'm.company_id', 'm.role', 'c.plugins', 'c.second_factor', 'c.password_sign_in', 'u.second_factor_at', 'u.code_kind')
      .first(),
  )
  if (!row) throw notFound()
  if (!mayUsePassword(row)) throw conflict('password_not_used')
  // A supervisor of the company they signed in to may know their code.
  if (row.code_kind) throw conflict('code_one_company')
  // The other company requires a second factor that this sign-in did not check. A link or a launch checked none at all.
  const step = stepOf(row)
  if (step === 'enrol' || (step === 'code' && !ASKS_SECOND_STEP.has(session.row.via))) throw conflict('second_factor_needed')
  return { membershipId: row.id as number, companyId: row.company_id as number, role: row.role as Role, plugins: row.plugins as string[] }
}

/** Saves the language that a person picked for the interface. */
export async function setLanguage(userId: number, language: string): Promise<void> {
  await asSystem('user.language', () => db.from('core_users').where('id', userId).update({ language }))
}

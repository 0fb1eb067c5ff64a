import db from '@adonisjs/lucid/services/db'
import type { Session } from './session.js'
import { asSystem } from './scope.js'

/**
 * Admin work across companies. Who did it, when and why is written to core_audit_log before anything is read.
 * @param session the signed-in admin; anyone else is refused
 * @param reason short, stable and in English: `companies.list`
 * @throws Error when the person is no admin (routes refuse earlier, with 403)
 */
export async function acrossCompanies<T>(session: Session, reason: string, fn: () => Promise<T>): Promise<T> {
  if (!session.isAdmin) throw new Error(`acrossCompanies("${reason}") asked by a ${session.role}`)
  return asSystem(reason, async () => {
    await db.table('core_audit_log').insert({ user_id: session.userId, action: 'across_companies', reason })
    return fn()
  })
}

/**
 * Runs `fn` over what this person manages: their own company, whose scope is
 * already open, or every company for an admin (audited).
 * @param reason as for `acrossCompanies`
 */
export async function withinReach<T>(session: Session, reason: string, fn: () => Promise<T>): Promise<T> {
  return session.isAdmin ? acrossCompanies(session, reason, fn) : fn()
}

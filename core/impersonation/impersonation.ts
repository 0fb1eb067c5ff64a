import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import { acrossCompanies } from '../tenancy/across.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/** Duration of an impersonation, in minutes, unless the admin ends it earlier. */
export const IMPERSONATION_MINUTES = 30

/**
 * Starts an impersonation. From the next request on, the admin's session has the company's scope and a supervisor's permissions, without a
 * membership. It is read-only until `allowChanges`. The start is audited, and so is the end when the admin ends it before IMPERSONATION_MINUTES.
 * @returns the address to open
 * @throws AppError 404 for an unknown company; 409 company_inactive
 */
export function startImpersonation(session: Session, company: string): Promise<{ to: string }> {
  return acrossCompanies(session, 'visits.start', () =>
    db.transaction(async (trx) => {
      const row = await trx.from('core_companies').where('id', company).forShare().select('id', 'status', 'plugins').first()
      if (!row) throw notFound()
      if (row.status !== 'active') throw conflict('company_inactive')
      const [{ id }] = await trx
        .table('core_audit_log')
        .insert({ user_id: session.userId, company_id: row.id, action: 'visit_started', reason: 'visits.start' })
        .returning('id')
      const changed = await trx
        .from('core_sessions')
        .where('id', session.id)
        .whereNull('membership_id')
        .update({
          visit_company_id: row.id,
          visit_id: id,
          visit_until: trx.raw('least(expires_at, now() + make_interval(mins => ?))', [IMPERSONATION_MINUTES]),
          visit_reason: null,
        })
      // The session ended meanwhile, or the caller has none, such as a job.
      if (!Number(changed)) throw notFound()
      return { to: pluginRegistry().home('beheerder', row.plugins) }
    }),
  )
}

/**
 * Allows changes in the current impersonation. The reason is stored, and each change gets its own line in the audit log.
 * @throws AppError 404 without one
 */
export async function allowChanges({ id, userId, impersonation }: Session, reason: string): Promise<void> {
  if (!impersonation) throw notFound()
  await asSystem('visits.changes', () =>
    db.transaction(async (trx) => {
      const changed = await trx.from('core_sessions').where({ id, visit_id: impersonation.id }).update({ visit_reason: reason })
      if (!Number(changed)) throw notFound()
      await note(trx, { userId, impersonation, action: 'visit_may_change', reason })
    }),
  )
}

/** Ends the current impersonation. @returns the company. @throws AppError 404 without one */
export async function endImpersonation({ id, userId, impersonation }: Session): Promise<{ company: number }> {
  if (!impersonation) throw notFound()
  await asSystem('visits.end', () =>
    db.transaction(async (trx) => {
      await trx.from('core_sessions').where({ id, visit_id: impersonation.id }).update({ visit_company_id: null })
      await note(trx, { userId, impersonation, action: 'visit_ended', reason: 'visits.end' })
    }),
  )
  return { company: impersonation.companyId }
}

/** Writes a change of an impersonation to the audit log, before it is made. */
export async function auditImpersonatedChange(
  { userId, impersonation }: Session,
  details: { route: string; params: object },
): Promise<void> {
  await asSystem('visits.note', () =>
    note(db, { userId, impersonation: impersonation!, action: 'visit_change', reason: impersonation!.reason ?? '', details }),
  )
}

interface Note {
  userId: number
  impersonation: NonNullable<Session['impersonation']>
  action: string
  reason: string
  details?: object
}

const note = (on: Pick<typeof db, 'table'>, { userId, impersonation, action, reason, details = {} }: Note) =>
  on.table('core_audit_log').insert({
    user_id: userId,
    company_id: impersonation.companyId,
    action,
    reason,
    details: JSON.stringify({ visit: impersonation.id, ...details }),
  })

import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '../tenancy/scope.js'
import { asSystem } from '../tenancy/scope.js'

/** The tables of core with a person's data; the first two are the person. */
export const CORE_PERSONAL_TABLES = ['core_users', 'core_memberships', 'core_sessions', 'core_tokens', 'core_audit_log', 'core_mail_outbox']

const USER = ['email', 'firstname', 'lastname', 'birthdate', 'gender', 'language', 'email_verified_at', 'created_at']
const MEMBERSHIP = [
  'role',
  'status',
  'entitlements',
  'registration_type',
  'receive_emails',
  'forward_emails_to',
  'extra_info',
  'created_at',
  'last_seen_at',
]

/** What core itself keeps about a membership: the person, their sessions, mails to them and what they looked at as an admin. */
export async function exportCoreData(membershipId: number): Promise<Record<string, unknown>> {
  const companyId = currentCompanyId()
  return asSystem('privacy.export', async () => {
    const member = await db.from('core_memberships').where({ id: membershipId, company_id: companyId }).firstOrFail()
    const of = (table: string, columns: string[]) => db.from(table).select(columns)
    return {
      person: await of('core_users', USER).where('id', member.user_id).first(),
      membership: await of('core_memberships', MEMBERSHIP).where('id', membershipId).first(),
      sessions: await of('core_sessions', ['created_at', 'expires_at', 'user_agent']).where('membership_id', membershipId),
      tokens: await of('core_tokens', ['purpose', 'created_at', 'expires_at', 'used_at']).where('user_id', member.user_id),
      mails: await of('core_mail_outbox', ['trigger', 'to_email', 'to_name', 'subject', 'text', 'status', 'created_at', 'sent_at'])
        .where({ company_id: companyId, membership_id: membershipId })
        .orderBy('id'),
      audit: await of('core_audit_log', ['action', 'reason', 'details', 'created_at']).where('user_id', member.user_id).orderBy('id'),
    }
  })
}

/**
 * Deletes the membership with its sessions and mails, what queues and outbox
 * still tell of it, and the person when this was their last company.
 */
export async function eraseCoreData(membershipId: number): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('privacy.erase', () =>
    db.transaction(async (trx) => {
      const member = await trx.from('core_memberships').where({ id: membershipId, company_id: companyId }).forUpdate().first()
      if (!member) return
      // What was delivered long ago is kept for a while; payloads may carry a name.
      const told = `(payload->>'membershipId')::bigint = ?`
      await trx.from('core_outbox').where('company_id', companyId).whereRaw(told, [membershipId]).whereNotNull('relayed_at').delete()
      await trx.rawQuery(
        `delete from pgboss.job where group_id = ? and state in ('completed', 'cancelled', 'failed')
            and (data->'payload'->>'membershipId' = ? or data->>'membershipId' = ?)`,
        [String(companyId), String(membershipId), String(membershipId)],
      )
      await trx.from('core_mail_outbox').where({ company_id: companyId, membership_id: membershipId }).delete()
      await trx.from('core_memberships').where('id', membershipId).delete()
      const others = await trx.from('core_memberships').where('user_id', member.user_id).first()
      if (!others) await trx.from('core_users').where('id', member.user_id).whereNull('platform_role').delete()
    }),
  )
}

import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { DEAD_LETTER_QUEUE } from '../jobs/queues.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import { removePart } from '../files/staging.js'
import { removeTaskFile } from '../work/task_file.js'
import { assertNothingLeft } from './personal_tables.js'

/** The tables of core with a person's data; the first two are the person. */
export const CORE_PERSONAL_TABLES = [
  'core_users',
  'core_memberships',
  'core_sessions',
  'core_tokens',
  'core_audit_log',
  'core_mail_outbox',
  'core_files',
  'core_uploads',
  'core_tasks',
  'core_task_rows',
]

const USER = ['email', 'firstname', 'lastname', 'birthdate', 'gender', 'language', 'email_verified_at', 'created_at']
const MEMBERSHIP = [
  'role',
  'status',
  'entitlements',
  'registration_type',
  'receive_emails',
  'forward_emails_to',
  'extra_info',
  'conditions_accepted_at',
  'created_at',
  'last_seen_at',
]

/** Whose membership an entry of the queues tells of: a listener's event, or a job's own payload. */
const MEMBER_TOLD_OF = `coalesce(data->'payload'->>'membershipId', data->>'membershipId')`
/** Nothing will run it by itself. ?: the queue of dead letters. */
const IS_OVER = `(state in ('completed', 'cancelled', 'failed') or name = ? and state < 'active')`

interface Addressee {
  companyId: number
  membershipId: number
  userId: number
}

/** A company's mails to a person: as its member, or by their bare address, as to somebody without an account. */
function mailsTo<Q extends Pick<DatabaseQueryBuilderContract, 'where' | 'whereRaw'>>(
  query: Q,
  { companyId, membershipId, userId }: Addressee,
): Q {
  query
    .where('company_id', companyId)
    .whereRaw(
      '(membership_id = ? or membership_id is null and lower(to_email) = (select lower(email::text) from core_users where id = ?))',
      [membershipId, userId],
    )
  return query
}

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
      // Another company's invitation is between them and the person.
      tokens: await of('core_tokens', ['purpose', 'created_at', 'expires_at', 'used_at'])
        .where('user_id', member.user_id)
        .where((own) => void own.where('membership_id', membershipId).orWhereNull('membership_id')),
      mails: await of('core_mail_outbox', ['trigger', 'to_email', 'to_name', 'subject', 'text', 'status', 'created_at', 'sent_at'])
        .where((theirs) => void mailsTo(theirs, { companyId, membershipId, userId: member.user_id }))
        .orderBy('id'),
      files: await of('core_files', ['purpose', 'name', 'content_type', 'size', 'created_at'])
        .where({ company_id: companyId, membership_id: membershipId })
        .orderBy('id'),
      uploads: await of('core_uploads', ['purpose', 'name', 'size', 'created_at']).where({
        company_id: companyId,
        membership_id: membershipId,
      }),
      // What its rows were about is other people's; an admin's own tasks belong to no membership.
      tasks: await of('core_tasks', ['name', 'payload', 'state', 'done', 'failed', 'file_name', 'created_at', 'finished_at'])
        .where('membership_id', membershipId)
        .orderBy('id'),
      audit: await of('core_audit_log', ['action', 'reason', 'details', 'created_at']).where('user_id', member.user_id).orderBy('id'),
    }
  })
}

/**
 * Deletes the membership with its sessions and mails, what queues and outbox
 * still tell of it, and the person when this was their last company.
 * @throws LeftBehindError when a plugin's table still has rows of the person; nothing is deleted then
 */
export async function eraseCoreData(membershipId: number): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('privacy.erase', () =>
    db.transaction(async (trx) => {
      const of = () => trx.from('core_memberships').where({ id: membershipId, company_id: companyId })
      const known = await of().select('user_id').first()
      if (!known) return
      // Before anything else their links: who uses one holds it until the work is done, which waits for the rows below.
      await trx.from('core_tokens').where('user_id', known.user_id).orderBy('id').forUpdate().select('id')
      // The person first: of two companies that erase them at once the second sees what the first did.
      await trx.from('core_users').where('id', known.user_id).forUpdate().select('id').first()
      // From here on nobody can write a row that names the membership; what was being written has been written.
      if (!(await of().forUpdate().select('id').first())) return
      await assertNothingLeft((sql) => trx.rawQuery(sql), trx, membershipId)
      // What was delivered long ago is kept for a while; payloads may carry a name.
      const told = `(payload->>'membershipId')::bigint = ?`
      await trx.from('core_outbox').where('company_id', companyId).whereRaw(told, [membershipId]).whereNotNull('relayed_at').delete()
      await trx.rawQuery(`delete from pgboss.job where group_id = ? and ${IS_OVER} and ${MEMBER_TOLD_OF} = ?`, [
        String(companyId),
        DEAD_LETTER_QUEUE,
        String(membershipId),
      ])
      await mailsTo(trx.from('core_mail_outbox'), { companyId, membershipId, userId: known.user_id }).delete()
      // Files with, by the trigger of core_files, their content; uploads with what had arrived of them.
      await trx.from('core_files').where({ company_id: companyId, membership_id: membershipId }).delete()
      const uploads = await trx
        .from('core_uploads')
        .where({ company_id: companyId, membership_id: membershipId })
        .delete()
        .returning('token')
      const files = await trx.from('core_tasks').where('membership_id', membershipId).whereNotNull('file_key').select('file_key')
      trx.after('commit', async () => {
        for (const { token } of uploads as { token: string }[]) await removePart(companyId, token)
        for (const { file_key: key } of files as { file_key: string }[]) await removeTaskFile(key)
      })
      await trx.from('core_memberships').where('id', membershipId).delete()
      const others = await trx.from('core_memberships').where('user_id', known.user_id).first()
      if (!others) await trx.from('core_users').where('id', known.user_id).whereNull('platform_role').delete()
    }),
  )
}

/**
 * Forgets what queues and outbox told of people who were erased while it was
 * under way: then it had still to be delivered. The daily job `core.privacy.clean`.
 */
export async function forgetErased(): Promise<void> {
  await asSystem('privacy.clean', async () => {
    const isNobody = (member: string) =>
      `${member} is not null and not exists (select 1 from core_memberships m where m.id::text = ${member})`
    await db.rawQuery(
      `delete from core_outbox where (relayed_at is not null or failed_at is not null) and ${isNobody(`payload->>'membershipId'`)}`,
    )
    await db.rawQuery(`delete from pgboss.job where ${IS_OVER} and ${isNobody(MEMBER_TOLD_OF)}`, [DEAD_LETTER_QUEUE])
  })
}

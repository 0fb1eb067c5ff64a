import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { DEAD_LETTER_QUEUE } from '../jobs/queues.js'
import { pluginRegistry } from '../plugins/registry.js'
import { holdTokens } from '../accounts/tokens.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import { removePart } from '../files/staging.js'
import { removeTaskFile } from '../tasks/task_file.js'
import { answersOf } from '../registration/answers.js'
import { assertNothingLeft } from './personal_tables.js'

/** The tables of core with personal data; the first two are the person. */
export const CORE_PERSONAL_TABLES = [
  'core_users',
  'core_memberships',
  'core_sessions',
  'core_tokens',
  'core_second_factors',
  'core_recovery_codes',
  'core_passkeys',
  'core_audit_log',
  'core_mail_outbox',
  'core_mail_reports',
  'core_mail_text_versions',
  'core_files',
  'core_uploads',
  'core_tasks',
  'core_task_rows',
  'core_planned_tasks',
  'core_list_views',
]

const USER = ['firstname', 'infix', 'lastname', 'birthdate', 'gender', 'language', 'email_verified_at', 'code_kind', 'created_at']
const MEMBERSHIP = [
  'role',
  'status',
  'entitlements',
  'registration_type',
  'receive_emails',
  'forward_emails_to',
  'mail_choices',
  'extra_info',
  'skillset',
  'conditions_accepted_at',
  'invitation_withdrawn_at',
  'deactivated_at',
  'created_at',
  'first_seen_at',
  'last_seen_at',
]

const SESSION = ['created_at', 'last_seen_at', 'expires_at', 'user_agent', 'address']
const FACTOR = ['created_at', 'confirmed_at']
const RECOVERY = ['created_at', 'used_at']
const PASSKEY = ['name', 'rp_id', 'created_at', 'last_used_at']
const TOKEN = ['purpose', 'created_at', 'expires_at', 'used_at']
const MAIL_TEXT = ['number', 'subject', 'created_at']
const MAIL = ['trigger', 'to_email', 'to_name', 'subject', 'text', 'status', 'created_at', 'sent_at', 'bounced_at', 'last_error', 'read_at']
const TASK = ['name', 'payload', 'state', 'done', 'failed', 'file_name', 'created_at', 'finished_at']
const PLANNED = ['name', 'payload', 'schedule', 'next_at']
const LIST_VIEW = ['list', 'name', 'query', 'is_shared', 'created_at']
const AUDIT = ['action', 'reason', 'details', 'created_at']

/** The membership that a queue entry is about: from a listener's event or a job's payload. */
const MEMBER_TOLD_OF = `coalesce(data->'payload'->>'membershipId', data->>'membershipId')`
/** Dead letters are never run automatically. ?: the dead-letter queue. */
const IS_OVER = `(state in ('completed', 'cancelled', 'failed') or name = ? and state < 'active')`

interface Addressee {
  companyId: number
  membershipId: number
  userId: number
}

/**
 * A company's mails to a person: as a member, or by their bare address. For a deleted account only earlier mails count, because the address
 * may belong to somebody else since.
 */
function mailsTo<Q extends Pick<DatabaseQueryBuilderContract, 'where' | 'whereRaw'>>(
  query: Q,
  { companyId, membershipId, userId }: Addressee,
): Q {
  query.where('company_id', companyId).whereRaw(
    `(membership_id = ? or membership_id is null
         and lower(to_email) = (select lower(coalesce(deleted_email, email)::text) from core_users where id = ?)
         and created_at <= (select coalesce(deleted_at, 'infinity') from core_users where id = ?))`,
    [membershipId, userId, userId],
  )
  return query
}

/** Core's data about a membership: the person, their sessions, mails to them, and their page views as an admin. */
export async function exportCoreData(membershipId: number): Promise<Record<string, unknown>> {
  const companyId = currentCompanyId()
  return asSystem('privacy.export', async () => {
    const member = await db.from('core_memberships').where({ id: membershipId, company_id: companyId }).firstOrFail()
    const of = (table: string, columns: string[]) => db.from(table).select(columns)
    return {
      person: await of('core_users', USER).select(db.raw('core_mailbox(email) as email')).where('id', member.user_id).first(),
      membership: await of('core_memberships', MEMBERSHIP).where('id', membershipId).first(),
      // As stored in `extra_info`, with the questions as they were asked.
      answers: await answersOf(membershipId, 'nl'),
      sessions: await of('core_sessions', SESSION).where('membership_id', membershipId),
      second_factor: await of('core_second_factors', FACTOR).where('user_id', member.user_id),
      recovery_codes: await of('core_recovery_codes', RECOVERY).where('user_id', member.user_id),
      passkeys: await of('core_passkeys', PASSKEY).where('user_id', member.user_id),
      // An invitation of another company is not this company's business.
      tokens: await of('core_tokens', TOKEN)
        .where('user_id', member.user_id)
        .where((own) => void own.where('membership_id', membershipId).orWhereNull('membership_id')),
      mails: await of('core_mail_outbox', MAIL)
        .where((theirs) => void mailsTo(theirs, { companyId, membershipId, userId: member.user_id }))
        .orderBy('id'),
      files: await of('core_files', ['purpose', 'name', 'content_type', 'size', 'created_at'])
        .where({ company_id: companyId, membership_id: membershipId })
        .orderBy('id'),
      uploads: await of('core_uploads', ['purpose', 'name', 'size', 'created_at']).where({
        company_id: companyId,
        membership_id: membershipId,
      }),
      // The rows of a task are other people's data. An admin's own tasks belong to no membership.
      tasks: await of('core_tasks', TASK).where('membership_id', membershipId).orderBy('id'),
      list_views: await of('core_list_views', LIST_VIEW).where('membership_id', membershipId).orderBy('id'),
      // Mail texts that the person wrote as an admin.
      mail_texts: await of('core_mail_text_versions', MAIL_TEXT).where('saved_by', member.user_id).orderBy('id'),
      audit: await of('core_audit_log', AUDIT).where('user_id', member.user_id).orderBy('id'),
    }
  })
}

/** Core's data about an admin, who is a member of no company. */
export async function exportAdmin(userId: number): Promise<Record<string, unknown>> {
  return asSystem('privacy.export', async () => {
    const of = (table: string, columns: string[]) => db.from(table).select(columns)
    return {
      person: await of('core_users', USER).where('id', userId).first(),
      sessions: await of('core_sessions', SESSION).where('user_id', userId),
      second_factor: await of('core_second_factors', FACTOR).where('user_id', userId),
      recovery_codes: await of('core_recovery_codes', RECOVERY).where('user_id', userId),
      passkeys: await of('core_passkeys', PASSKEY).where('user_id', userId),
      tokens: await of('core_tokens', TOKEN).where('user_id', userId),
      mails: await of('core_mail_outbox', MAIL).where('user_id', userId).orderBy('id'),
      tasks: await of('core_tasks', TASK).where('user_id', userId).orderBy('id'),
      planned_tasks: await of('core_planned_tasks', PLANNED).where('user_id', userId).orderBy('id'),
      list_views: await of('core_list_views', LIST_VIEW).where('user_id', userId).orderBy('id'),
      mail_texts: await of('core_mail_text_versions', MAIL_TEXT).where('saved_by', userId).orderBy('id'),
      audit: await of('core_audit_log', AUDIT).where('user_id', userId).orderBy('id'),
    }
  })
}

/**
 * Deletes the membership with its sessions, mails, queue entries and outbox entries, and the person when this was their last company.
 * @throws RowsLeftError when a plugin's table still has rows of the person; then nothing is deleted
 */
export async function eraseCoreData(membershipId: number): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('privacy.erase', () =>
    db.transaction(async (trx) => {
      const of = () => trx.from('core_memberships').where({ id: membershipId, company_id: companyId })
      const known = await of().select('user_id').first()
      if (!known) return
      await holdTokens(trx, [known.user_id])
      // Locks the person first: when two companies erase them concurrently, the second sees the result of the first.
      await trx.from('core_users').where('id', known.user_id).forUpdate().select('id').first()
      // After this lock nobody can write a row that refers to the membership, and earlier writes have finished.
      if (!(await of().forUpdate().select('id').first())) return
      await assertNothingLeft(trx, membershipId)
      // Delivered events are stored for a while, and their payloads may contain a name.
      const told = `(payload->>'membershipId')::bigint = ?`
      await trx.from('core_outbox').where('company_id', companyId).whereRaw(told, [membershipId]).whereNotNull('relayed_at').delete()
      await trx.rawQuery(`delete from pgboss.job where group_id = ? and ${IS_OVER} and ${MEMBER_TOLD_OF} = ?`, [
        String(companyId),
        DEAD_LETTER_QUEUE,
        String(membershipId),
      ])
      await mailsTo(trx.from('core_mail_outbox'), { companyId, membershipId, userId: known.user_id }).delete()
      // Deletes files, with their content through the trigger of core_files, and partial uploads.
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
      // Shared views stay with the colleagues. Private ones are deleted with the membership.
      await trx.from('core_list_views').where({ membership_id: membershipId, is_shared: true }).update({ membership_id: null })
      await trx.from('core_memberships').where('id', membershipId).delete()
      const others = await trx.from('core_memberships').where('user_id', known.user_id).first()
      if (!others) await deleteUserData(trx, known.user_id)
    }),
  )
}

/**
 * Deletes a person without a company, and their address wherever others stored it. Admins are not deleted.
 * @param trx of the across scope
 */
export async function deleteUserData(trx: TransactionClientContract, userId: number): Promise<void> {
  const gone: { email: string; before: Date } | null = await trx
    .from('core_users')
    .where('id', userId)
    .whereNull('platform_role')
    // Entries after the deletion may be about a new owner of the address.
    .select(trx.raw('lower(coalesce(deleted_email, email)::text) as email, coalesce(deleted_at, clock_timestamp()) as before'))
    .first()
  if (!gone) return
  // Mails to the bare address from any company, and copies that others had forwarded to it.
  await trx
    .from('core_mail_outbox')
    .whereNull('membership_id')
    .whereRaw('lower(to_email) = ? and created_at <= ?', [gone.email, gone.before])
    .delete()
  await trx
    .from('core_memberships')
    .whereNotNull('forward_emails_to')
    .whereRaw('lower(forward_emails_to) = ?', [gone.email])
    .update({ forward_emails_to: null })
  for (const plugin of pluginRegistry().plugins) await plugin.eraseAddress?.(trx, gone.email, gone.before)
  const files: { file_key: string }[] = await trx.from('core_tasks').where('user_id', userId).whereNotNull('file_key').select('file_key')
  trx.after('commit', async () => {
    for (const { file_key: key } of files) await removeTaskFile(key)
  })
  await trx.from('core_users').where('id', userId).delete()
}

/** Deletes events that were still undelivered when their person was erased. The daily job `core.privacy.clean`. */
export async function deleteErasedEvents(): Promise<void> {
  await asSystem('privacy.clean', async () => {
    const isNobody = (member: string) =>
      `${member} is not null and not exists (select 1 from core_memberships m where m.id::text = ${member})`
    await db.rawQuery(
      `delete from core_outbox where (relayed_at is not null or failed_at is not null) and ${isNobody(`payload->>'membershipId'`)}`,
    )
    await db.rawQuery(`delete from pgboss.job where ${IS_OVER} and ${isNobody(MEMBER_TOLD_OF)}`, [DEAD_LETTER_QUEUE])
  })
}

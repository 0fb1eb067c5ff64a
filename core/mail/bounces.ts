import db from '@adonisjs/lucid/services/db'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { notFound } from '../contract/errors.js'
import type { Failure } from './delivery_status.js'
import { sendAgain } from './outbox_list.js'
import { queueInScope } from './queue_delivery.js'
import { returnTokenIn } from './return_address.js'

/** A notification is about one mail. */
const MOST_NAMES = 20

/** The job that processes bounces. */
export const BOUNCED = 'core.mail.bounced'

export interface Report extends Failure {
  /** The reporter's own id; duplicates count once. */
  key: string
  /** Values that may identify the mail: addresses, Message-IDs. */
  names: readonly string[]
}

/**
 * Stores a bounce, once, and queues its job in the company of the mail.
 * @returns false when it is about no mail of ours
 */
export async function recordBounce({ key, names, isDead, reason }: Report): Promise<boolean> {
  const tokens = names.flatMap((name) => returnTokenIn(name) ?? []).slice(0, MOST_NAMES)
  const mail: { id: number; company_id: number | null } | null = tokens.length
    ? await asSystem('mail.report', () =>
        db.from('core_mail_outbox').whereIn('return_token', tokens).orderBy('id').select('id', 'company_id').first(),
      )
    : null
  if (!mail) return false
  const { id: mailId, company_id: companyId } = mail
  const write = () =>
    db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
        `insert into core_mail_reports (company_id, mail_id, report_key, is_dead, reason) values (?, ?, ?, ?, ?)
         on conflict (report_key) do nothing returning id`,
        [companyId, mailId, key, isDead, reason] as never[],
      )
      if (rows[0]) await queueInScope(trx, BOUNCED, { companyId, payload: { reportId: rows[0].id } })
    })
  await (companyId ? inCompany(companyId, write) : asSystem('mail.report', write))
  return true
}

/**
 * Marks a mail as bounced and, if its address is dead, blocks further mail to it. In the scope of its company.
 * @throws Error while the mail is still being sent: the queue tries again
 */
export async function applyReport({ reportId }: { reportId: number }): Promise<void> {
  await db.transaction(async (trx) => {
    const report = await trx.from('core_mail_reports').where('id', reportId).whereNull('done_at').forUpdate().first()
    if (!report) return
    const mail = await trx.from('core_mail_outbox').where('id', report.mail_id).forUpdate().select('status').firstOrFail()
    if (mail.status === 'sending') throw new Error(`Mail ${report.mail_id} is still being handed over.`)
    await trx.from('core_mail_reports').where('id', reportId).update({ done_at: new Date() })
    await trx
      .from('core_mail_outbox')
      .where('id', report.mail_id)
      .whereIn('status', ['sent', 'uncertain', 'left'])
      .update({ status: 'bounced', bounced_at: new Date(), holds: report.is_dead, last_error: report.reason })
  })
}

/** For the platform's own mails, whose job was never queued. Across companies. */
export async function applyForgotten(): Promise<void> {
  const left = await db
    .from('core_mail_reports')
    .whereNull('company_id')
    .whereNull('done_at')
    .where('created_at', '<', new Date(Date.now() - 60_000))
    .select('id')
  for (const { id } of left) await applyReport({ reportId: id })
}

/**
 * Sends a bounced mail again, which also unblocks the address. In the scope of its company.
 * @throws AppError 404 when nothing blocks their mail
 */
export async function retryHeldMember(membershipId: number): Promise<void> {
  const row = await heldBy(membershipId).select('id').first()
  if (!row) throw notFound()
  await sendAgain(String(row.id))
}

const heldBy = (membershipId: number) =>
  db.from('core_mail_outbox').where('membership_id', membershipId).where('holds', true).orderBy('id', 'desc')

/** The latest bounce that blocks mail to a person's own address, or null. In a scope that sees the member. */
export async function holdOfMember(membershipId: number): Promise<{ email: string; reason: string; at: Date } | null> {
  const row = await heldBy(membershipId).select('to_email as email', 'last_error as reason', 'bounced_at as at').first()
  return row ?? null
}

/** SQL condition: mail to a member's address is blocked. @param columns of the query around it; never input */
export const heldMailOf = ({ membershipId, companyId }: { membershipId: string; companyId: string }): string =>
  `exists (select 1 from core_mail_outbox held where held.company_id = ${companyId} and held.membership_id = ${membershipId} and held.holds)`

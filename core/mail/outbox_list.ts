import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { settings } from '../config/settings.js'
import { conflict, notFound } from '../contract/errors.js'
import type { ListSource } from '../lists/define_list.js'
import { querySource } from '../lists/query_source.js'
import { asSystem, currentScope, inCompany } from '../tenancy/scope.js'
import { queueDelivery } from './queue_delivery.js'

export const MAIL_STATUSES = ['waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain', 'left', 'bounced', 'held'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

export interface OutboxMail {
  id: number
  trigger: string
  language: string
  to_email: string
  to_name: string
  from_name: string
  subject: string
  status: MailStatus
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
  /** Null for the platform's own. */
  company: string | null
  company_id: number | null
  /** Its attachments. */
  attachments: { name: string; size: number }[]
  /** Whether it has a secret, which is shown as dots and stored encrypted until it is sent. */
  is_sealed: boolean
  /** An editor sent it to themselves as a test. */
  is_test: boolean
}

const COLUMNS = [
  'id',
  'company_id',
  'trigger',
  'language',
  'to_email',
  'to_name',
  'from_name',
  'subject',
  'status',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
  'attachments',
  'is_test',
]

const mails = () =>
  db
    .from('core_mail_outbox as o')
    .leftJoin('core_companies as c', 'c.id', 'o.company_id')
    .select(COLUMNS.map((column) => `o.${column}`))
    // Notifications that are only shown on the platform are not mails.
    .where('o.by_mail', true)
    .select('c.name as company')
    .select(db.raw('o.sealed is not null as is_sealed'))

/** The mails of the running scope as a list's source, newest first. */
export const mailsSource: ListSource<OutboxMail> = querySource<OutboxMail, 'created_at' | 'to' | 'subject' | 'company'>(
  () => mails() as DatabaseQueryBuilderContract<OutboxMail>,
  (query, list) => {
    if (list.status) query.whereIn('o.status', list.status as MailStatus[])
  },
  {
    sort: { created_at: 'o.created_at', to: 'search_key(o.to_name)', subject: 'search_key(o.subject)', company: 'search_key(c.name)' },
    defaultSort: '-created_at',
    search: `search_key(o.to_name || ' ' || o.to_email || ' ' || o.subject)`,
    id: 'o.id',
    companyId: 'o.company_id',
    membershipId: 'o.membership_id',
  },
)

/** One mail of the running scope with its texts, or null. */
export async function findMail(id: string): Promise<(OutboxMail & { html: string; text: string }) | null> {
  return mails().select('o.html', 'o.text').where('o.id', id).first()
}

/** Returns the mails to a member of the company, newest first, without their text; at most 50. In a scope that sees them. */
export async function mailsToMember(
  membershipId: number,
): Promise<Pick<OutboxMail, 'id' | 'subject' | 'status' | 'created_at' | 'sent_at'>[]> {
  return (
    db
      .from('core_mail_outbox')
      .where('membership_id', membershipId)
      // A mail that is not written yet has no subject.
      .whereNot('subject', '')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .select('id', 'subject', 'status', 'created_at', 'sent_at')
  )
}

export interface OutboxSummary {
  /** The number of mails of each status. */
  counts: Record<MailStatus, number>
  /** Whether a mail server is configured; without one every mail is kept and none is sent. */
  delivers: boolean
}

/** The counts of the running scope's mails. */
export async function summarizeMails(): Promise<OutboxSummary> {
  const rows: { status: MailStatus; n: number }[] = await db
    .from('core_mail_outbox')
    .where('by_mail', true)
    .groupBy('status')
    .select('status')
    .count('* as n')
  const counts = Object.fromEntries(MAIL_STATUSES.map((status) => [status, Number(rows.find((row) => row.status === status)?.n ?? 0)]))
  return { counts: counts as OutboxSummary['counts'], delivers: (await settings()).mail !== null }
}

/** In a company's scope only its own mails are found. */
const inOwnScope = <T>(fn: () => PromiseLike<T>): Promise<T> =>
  currentScope()?.kind === 'company' ? Promise.resolve(fn()) : asSystem('mail.again', fn)

/**
 * Sends a mail of the running scope again, which also unblocks its address.
 * @throws AppError 404; 409 mail_under_way for one that is being sent or was sent
 */
export async function sendAgain(id: string): Promise<void> {
  const [row] = await inOwnScope(() =>
    db
      .from('core_mail_outbox')
      .where('id', id)
      .whereIn('status', ['kept', 'failed', 'uncertain', 'left', 'bounced', 'held'])
      .update({ status: 'waiting', last_error: null })
      .returning(['id', 'company_id', 'to_email']),
  )
  if (!row) throw (await inOwnScope(() => db.from('core_mail_outbox').where('id', id).first())) ? conflict('mail_under_way') : notFound()
  const ask = () =>
    db.transaction(async (trx) => {
      const held = trx.from('core_mail_outbox').where('holds', true).whereRaw('lower(to_email) = lower(?)', [row.to_email])
      await (row.company_id ? held.where('company_id', row.company_id) : held.whereNull('company_id')).update({ holds: false })
      await queueDelivery(trx, { companyId: row.company_id, mailId: row.id })
    })
  await (row.company_id ? inCompany(row.company_id, ask) : asSystem('mail.again', ask))
}

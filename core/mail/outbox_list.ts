import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settings } from '../config/settings.js'
import { conflict, notFound } from '../contract/errors.js'
import { sendJob } from '../events/outbox.js'
import { enqueue } from '../jobs/boss.js'
import type { ListSource } from '../lists/define_list.js'
import { querySource } from '../lists/query_source.js'
import { asSystem, currentScope, inCompany } from '../tenancy/scope.js'

export const MAIL_STATUSES = ['waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain'] as const
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
  /** Null: the platform's own. */
  company: string | null
  company_id: number | null
  /** What went along. */
  attachments: { name: string; size: number }[]
  /** Holds a secret, which is shown as dots and kept encrypted until it is sent. */
  is_sealed: boolean
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
]

const mails = () =>
  db
    .from('core_mail_outbox as o')
    .leftJoin('core_companies as c', 'c.id', 'o.company_id')
    .select(COLUMNS.map((column) => `o.${column}`))
    .select('c.name as company')
    .select(db.raw('o.sealed is not null as is_sealed'))

/** The mails of the running scope as a list's source, newest first. */
export const mailsSource: ListSource<OutboxMail> = querySource<OutboxMail, 'created_at' | 'to' | 'subject' | 'company'>(
  () => mails() as DatabaseQueryBuilderContract<OutboxMail>,
  (query, list) => {
    if (list.status) query.where('o.status', list.status as MailStatus)
  },
  {
    sort: { created_at: 'o.created_at', to: 'search_key(o.to_name)', subject: 'search_key(o.subject)', company: 'search_key(c.name)' },
    defaultSort: '-created_at',
    search: `search_key(o.to_name || ' ' || o.to_email || ' ' || o.subject)`,
    id: 'o.id',
    companyId: 'o.company_id',
  },
)

/** One mail of the running scope with its texts, or null. */
export async function findMail(id: string): Promise<(OutboxMail & { html: string; text: string }) | null> {
  return mails().select('o.html', 'o.text').where('o.id', id).first()
}

export interface OutboxSummary {
  /** How many mails there are of each status. */
  counts: Record<MailStatus, number>
  /** Whether a mail server is set; without one every mail is kept and none is sent. */
  delivers: boolean
}

/** What became of the mails of the running scope, all together. */
export async function summarizeMails(): Promise<OutboxSummary> {
  const rows: { status: MailStatus; n: number }[] = await db.from('core_mail_outbox').groupBy('status').select('status').count('* as n')
  const counts = Object.fromEntries(MAIL_STATUSES.map((status) => [status, Number(rows.find((row) => row.status === status)?.n ?? 0)]))
  return { counts: counts as OutboxSummary['counts'], delivers: (await settings()).mail !== null }
}

/** A company reaches its own mails alone, whoever asks in its scope. */
const inOwnScope = <T>(fn: () => PromiseLike<T>): Promise<T> =>
  currentScope()?.kind === 'company' ? Promise.resolve(fn()) : asSystem('mail.again', fn)

/**
 * Asks for a mail of the running scope that was not delivered once more.
 * @throws AppError 404; 409 mail_under_way for one that is being sent or was
 */
export async function sendAgain(id: string): Promise<void> {
  const [row] = await inOwnScope(() =>
    db
      .from('core_mail_outbox')
      .where('id', id)
      .whereIn('status', ['kept', 'failed', 'uncertain'])
      .update({ status: 'waiting', last_error: null })
      .returning(['id', 'company_id']),
  )
  if (!row) throw (await inOwnScope(() => db.from('core_mail_outbox').where('id', id).first())) ? conflict('mail_under_way') : notFound()
  const ask = (trx: TransactionClientContract) => sendJob(trx, 'core.mail.deliver', { mailId: row.id })
  if (row.company_id) await inCompany(row.company_id, () => db.transaction(ask))
  else await asSystem('mail.again', () => db.transaction((trx) => enqueue('core.mail.deliver', [{ companyId: null, mailId: row.id }], trx)))
}

import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import type { Session } from '#core/accounts/session'
import { settings } from '#core/config/settings'
import { notFound } from '#core/contract/errors'
import { type Page, pageOf } from '#core/http/list_query'
import { acrossCompanies } from '#core/tenancy/across'
import type { MailRow } from '../transformers/mail_transformer.js'
import { MAIL_STATUSES, type outboxListValidator } from '../validators/outbox.js'

const SEARCH = `search_key(o.to_name || ' ' || o.to_email || ' ' || o.subject)`
const COLUMNS = [
  'id',
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
]

function mails() {
  return db
    .from('core_mail_outbox as o')
    .join('core_companies as c', 'c.id', 'o.company_id')
    .select(COLUMNS.map((column) => `o.${column}`))
    .select('c.name as company')
}

/** The mails of every company, newest first. */
export function listMails(session: Session, list: Infer<typeof outboxListValidator>): Promise<Page<MailRow>> {
  return acrossCompanies(session, 'mails.outbox', () => {
    const query = mails()
    if (list.status) query.where('o.status', list.status)
    return pageOf<MailRow, 'created_at' | 'to' | 'subject' | 'company'>(query, list, {
      sort: { created_at: 'o.created_at', to: 'search_key(o.to_name)', subject: 'search_key(o.subject)', company: 'search_key(c.name)' },
      defaultSort: '-created_at',
      search: SEARCH,
      key: 'o.id',
    })
  })
}

export interface OutboxSummary {
  /** How many mails there are of each status. */
  counts: Record<MailRow['status'], number>
  /** Whether a mail server is set; without one every mail is kept and none is sent. */
  delivers: boolean
}

/** What became of the mails of every company, all together. */
export function outboxSummary(session: Session): Promise<OutboxSummary> {
  return acrossCompanies(session, 'mails.summary', async () => {
    const rows: { status: MailRow['status']; n: number }[] = await db
      .from('core_mail_outbox')
      .groupBy('status')
      .select('status')
      .count('* as n')
    const counts = Object.fromEntries(MAIL_STATUSES.map((status) => [status, Number(rows.find((row) => row.status === status)?.n ?? 0)]))
    return { counts: counts as OutboxSummary['counts'], delivers: (await settings()).mail !== null }
  })
}

/** One mail with its texts. @throws AppError 404 for an unknown id */
export function showMail(session: Session, id: string): Promise<MailRow & { html: string; text: string }> {
  return acrossCompanies(session, 'mails.show', async () => {
    const row = await mails().select('o.html', 'o.text').where('o.id', id).first()
    if (!row) throw notFound()
    return row
  })
}

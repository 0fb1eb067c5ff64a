import type { MAIL_STATUSES } from '../validators/outbox.js'

export interface MailRow {
  id: number
  trigger: string
  language: string
  to_email: string
  to_name: string
  from_name: string
  subject: string
  status: (typeof MAIL_STATUSES)[number]
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
  company: string
}

/** One line of the list. */
export interface Mail {
  id: number
  trigger: string
  subject: string
  to_name: string
  to_email: string
  from_name: string
  company: string
  language: string
  status: MailRow['status']
  attempts: number
  last_error: string | null
  created_at: string
  sent_at: string | null
}

export function toMail(row: MailRow): Mail {
  return {
    id: row.id,
    trigger: row.trigger,
    subject: row.subject,
    to_name: row.to_name,
    to_email: row.to_email,
    from_name: row.from_name,
    company: row.company,
    language: row.language,
    status: row.status,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }
}

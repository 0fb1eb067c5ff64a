import type { OutboxMail } from '#core/kit/mail'

/** One line of the list. */
export interface Mail {
  id: number
  trigger: string
  subject: string
  to_name: string
  to_email: string
  from_name: string
  /** Null: the platform's own. */
  company: string | null
  attachments: { name: string; size: number }[]
  is_sealed: boolean
  is_test: boolean
  language: string
  status: OutboxMail['status']
  attempts: number
  last_error: string | null
  created_at: string
  sent_at: string | null
}

export function toMail(row: OutboxMail): Mail {
  return {
    id: row.id,
    trigger: row.trigger,
    subject: row.subject,
    to_name: row.to_name,
    to_email: row.to_email,
    from_name: row.from_name,
    company: row.company,
    attachments: row.attachments,
    is_sealed: row.is_sealed,
    is_test: row.is_test,
    language: row.language,
    status: row.status,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }
}

import vine from '#core/http/validation'
import { listQueryFields } from '#core/http/list_query'

export const MAIL_STATUSES = ['waiting', 'kept', 'sent', 'failed'] as const

export const outboxListValidator = vine.create({
  ...listQueryFields(['created_at', 'to', 'subject', 'company']),
  status: vine.enum(MAIL_STATUSES).optional(),
})

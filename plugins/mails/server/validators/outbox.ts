import vine from '#core/kit/validation'
import { listQueryFields } from '#core/kit/lists'
import { MAIL_SORTS, MAIL_STATUSES } from '#core/kit/mail'

export const outboxListValidator = vine.create({
  ...listQueryFields(MAIL_SORTS),
  status: vine.enum(MAIL_STATUSES).optional(),
})

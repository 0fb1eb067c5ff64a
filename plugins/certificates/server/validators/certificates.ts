import vine from '#core/kit/validation'
import { listQueryFields } from '#core/kit/lists'
import { CERTIFICATE_STATUSES } from '../../contract/index.js'

export const listCertificatesValidator = vine.create({
  ...listQueryFields(['issued_at', 'number', 'person_name', 'course_name', 'valid_until']),
  status: vine.enum(CERTIFICATE_STATUSES).optional(),
  /** Those that count now and no longer so many days from today. */
  expires_within: vine.queryNumber().positive().withoutDecimals().max(3650).optional(),
  /** Of one person in one company. */
  membership: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const revokeCertificateValidator = vine.create({
  reason: vine.string().trim().minLength(1).maxLength(1000),
})

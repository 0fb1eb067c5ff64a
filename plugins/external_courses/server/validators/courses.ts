import { listQueryFields } from '#core/kit/lists'
import vine, { day, version } from '#core/kit/validation'
import { APPROVALS, CERTIFICATE_KINDS, CHECKS } from '../../certificates.js'
import { STATUSES } from '../../statuses.js'

export const listCoursesValidator = vine.create({
  ...listQueryFields(['name', 'person', 'valid_until', 'created_at']),
  status: vine.enum(STATUSES).optional(),
  valid: vine.enum(['expiring', 'expired', 'endless'] as const).optional(),
  approval: vine.enum(APPROVALS).optional(),
  check: vine.enum(CHECKS).optional(),
  membership: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
  // For admins; a supervisor sees one company whatever is sent.
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

const DAYS = { min: '1990-01-01', max: '2099-12-31' }

/** The words on a certificate. */
const words = () => ({
  name: vine.line(200),
  valid_until: day(DAYS).nullable().optional(),
  obtained_on: day(DAYS).nullable().optional(),
  diploma_number: vine.optionalLine(100).optional(),
})

/** The service checks that the person is a participant of the company. */
const fields = () => ({
  ...words(),
  kind: vine.enum(CERTIFICATE_KINDS).optional(),
  membership_id: vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER),
  status: vine.enum(STATUSES),
  grade: vine.number().withoutDecimals().range([0, 100]).nullable().optional(),
  description: vine.string().trim().maxLength(4000).optional(),
})

export const courseValidator = vine.create(fields())
/** A change names the version it was made from. */
export const courseChangeValidator = vine.create({ ...fields(), updated_at: version() })
/** Facts about a file, in the query: its name and description. */
export const attachmentValidator = vine.create({ name: vine.line(200), description: vine.optionalLine(300).optional() })

/** A person's own certificate, with files that they uploaded before. */
export const ownValidator = vine.create({
  ...words(),
  kind: vine.enum(CERTIFICATE_KINDS),
  files: vine.array(vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)).minLength(1).maxLength(5).distinct(),
})
/** The name of one's own file, in the query. */
export const ownFileValidator = vine.create({ name: vine.line(200) })

/** The answer of the register, with the number that was looked up and the end date in the register. */
export const checkValidator = vine.create({
  check: vine.enum(CHECKS),
  diploma_number: vine.optionalLine(100).optional(),
  valid_until: day(DAYS).nullable().optional(),
})

/** A decision about an uploaded certificate. A refusal has a reason; an approval may correct what the person typed. */
export const decisionValidator = vine.create({
  approve: vine.boolean(),
  reason: vine.string().trim().maxLength(1000).optional(),
  name: vine.line(200).optional(),
  valid_until: day(DAYS).nullable().optional(),
  obtained_on: day(DAYS).nullable().optional(),
  diploma_number: vine.optionalLine(100).optional(),
  check: vine.enum(CHECKS).optional(),
})

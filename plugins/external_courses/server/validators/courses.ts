import { listQueryFields } from '#core/kit/lists'
import vine, { day, version } from '#core/kit/validation'
import { STATUSES } from '../../statuses.js'

export const listCoursesValidator = vine.create({
  ...listQueryFields(['name', 'person', 'valid_until', 'created_at']),
  status: vine.enum(STATUSES).optional(),
  valid: vine.enum(['expiring', 'expired', 'endless'] as const).optional(),
  membership: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
  // For admins; a supervisor sees one company whatever stands here.
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

/** The service checks that the person is a participant of the company. */
const fields = () => ({
  name: vine.line(200),
  membership_id: vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER),
  status: vine.enum(STATUSES),
  grade: vine.number().withoutDecimals().range([0, 100]).nullable().optional(),
  valid_until: day({ min: '1990-01-01', max: '2099-12-31' }).nullable().optional(),
  description: vine.string().trim().maxLength(4000).optional(),
})

export const courseValidator = vine.create(fields())
/** A change names the version it was made from. */
export const courseChangeValidator = vine.create({ ...fields(), updated_at: version() })
/** Facts about a file, in the query: its name and description. */
export const attachmentValidator = vine.create({ name: vine.line(200), description: vine.optionalLine(300).optional() })

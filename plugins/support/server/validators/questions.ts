import vine from '#core/kit/validation'

/** The service checks the required fields, with the specification's codes. */
const question = () => ({
  subject: vine.string().maxLength(200).optional(),
  message: vine.string().maxLength(5000).optional(),
  url: vine.string().maxLength(2000).optional(),
})

export const createValidator = vine.create({
  ...question(),
  // A form sends text.
  company_id: vine.queryNumber().min(0).withoutDecimals().max(Number.MAX_SAFE_INTEGER).nullable().optional(),
  course_shortname: vine.optionalLine(100).optional(),
})
export const createPublicValidator = vine.create({ ...question(), email: vine.string().maxLength(254).optional() })
export const statusValidator = vine.create({ status: vine.enum(['open', 'answered', 'closed'] as const) })

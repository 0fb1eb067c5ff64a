import vine, { day, version } from '#core/kit/validation'
import { CONTRACT_TYPES } from '../../contract/index.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const count = (most: number) => vine.number().withoutDecimals().range([0, most]).nullable()
const aDay = () => day({ min: '2000-01-01', max: '2099-12-31' })

/** Specification, section 3. Amounts in cents. */
const contract = {
  name: vine.line(200),
  email: vine.string().trim().email().maxLength(254),
  order_number: vine.optionalLine(50).nullable().optional(),
  type: vine.enum(CONTRACT_TYPES),
  starts_on: aDay(),
  ends_on: aDay(),
  participants: count(1_000_000),
  custom_courses: count(1_000_000),
  extra_participant_cents: count(100_000_00),
  extra_course_cents: count(100_000_00),
  only_started: vine.boolean(),
  courses: vine.array(id()).maxLength(500).optional(),
}

export const contractValidator = vine.create({ ...contract, company: id() })
export const contractChangeValidator = vine.create({ ...contract, updated_at: version() })
export const coursesValidator = vine.create({ company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER) })
/** The company whose orders an admin requests. */
export const companyQuery = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})
/** The courses that are about to be given; `company` for an admin. */
export const leftValidator = vine.create({
  courses: vine
    .array(vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER))
    .parse((given) => (typeof given === 'string' ? given.split(',') : given))
    .minLength(1)
    .maxLength(50),
  company: vine.queryNumber().min(0).withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})
export const orderValidator = vine.create({
  number: vine.line(50),
  text: vine.optionalLine(200).optional(),
  ends_on: aDay().nullable().optional(),
})

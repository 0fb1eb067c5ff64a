import vine, { day, offeredLanguage, version } from '#core/kit/validation'
import { BOOKING_TYPES } from '#plugins/booking/contract/index'
import { PRICE_KINDS } from '../../contract/price.js'

const MOST_COURSES = 50
const MOST_USES = 100_000
const MOST_RESERVED = 1000
/** Most people in one booking. */
const MAX_PEOPLE = 200
/** A million euros for each person. */
const MOST_CENTS = 100_000_000

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

const link = {
  campaign: vine.line(150),
  courses: vine.array(id()).minLength(1).maxLength(MOST_COURSES).distinct(),
  type: vine.enum(BOOKING_TYPES).nullable(),
  city: vine.optionalLine(100),
  language: vine.string().regex(/^([a-z]{2,3})?$/),
  month: vine.string().regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/),
  price_kind: vine.enum(PRICE_KINDS),
  price_value: vine.number().withoutDecimals().range([0, MOST_CENTS]),
  expires_on: day({ min: '2000-01-01' }).nullable(),
  max_uses: vine.number().withoutDecimals().range([1, MOST_USES]).nullable(),
  moment_id: id().nullable(),
  reserved_seats: vine.number().withoutDecimals().range([0, MOST_RESERVED]),
  min_people: vine.number().withoutDecimals().range([1, MAX_PEOPLE]),
  registration: vine.boolean(),
  is_on: vine.boolean(),
}

export const linkValidator = vine.create({ ...link, company: id() })
export const linkChangeValidator = vine.create({ ...link, updated_at: version() })
/** Maximum number of links in one batch. */
export const MAX_IN_BATCH = 500
export const batchValidator = vine.create({ count: vine.number().withoutDecimals().range([1, MAX_IN_BATCH]) })
export const switchValidator = vine.create({ on: vine.boolean() })
export const optionsQuery = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER),
  /** Comma-separated ids of the courses whose exam moments are requested. */
  courses: vine
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,49}$/)
    .optional(),
})

export const registerValidator = vine.create({
  email: vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254),
  language: offeredLanguage(),
})
export const languageQuery = vine.create({ language: offeredLanguage().optional() })
export const beginValidator = vine.create({ course: id() })

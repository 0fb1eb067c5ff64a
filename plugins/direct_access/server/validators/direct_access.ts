import vine, { day, offeredLanguage, version } from '#core/kit/validation'
import { UNITS } from '../../kinds.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const given = () => ({ code: vine.optionalLine(40).optional(), number: vine.optionalLine(40).optional() })

export const checkValidator = vine.create(given())
export const registerValidator = vine.create({
  ...given(),
  email: vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254),
  language: offeredLanguage(),
})
export const enterValidator = vine.create({ ...given(), course_id: id().nullable().optional() })

const courses = () => vine.array(id()).maxLength(20).distinct()
/**
 * The requirements of a project besides its instruction, its last day, and when the data of its visitors is erased. Omitted fields do not
 * change.
 */
const asked = () => ({
  skill_ids: vine.array(id()).maxLength(20).distinct().optional(),
  ends_on: day().nullable().optional(),
  erase_months: vine.number().withoutDecimals().range([1, 120]).nullable().optional(),
})
const days = () => vine.number().withoutDecimals().range([1, 3650])

export const projectValidator = vine.create({
  name: vine.line(120),
  course_ids: courses(),
  valid_for: days(),
  valid_unit: vine.enum(UNITS),
  ...asked(),
})

export const entranceChangeValidator = vine.create({
  is_open: vine.boolean(),
  course_ids: courses(),
  code: vine.optionalLine(40).nullable().optional(),
  name: vine.optionalLine(120).nullable().optional(),
  valid_for: days().nullable().optional(),
  valid_unit: vine.enum(UNITS).nullable().optional(),
  ...asked(),
  updated_at: version(),
})

/** A crew on a day: people by their ids, and names or addresses, one per line. */
export const crewValidator = vine.create({
  day: day(),
  members: vine.array(id()).maxLength(200).distinct(),
  typed: vine.string().maxLength(20_000),
})

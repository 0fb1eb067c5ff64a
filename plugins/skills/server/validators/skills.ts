import { today } from '#core/kit/days'
import vine, { day, version } from '#core/kit/validation'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

const skill = {
  name: vine.line(60),
  text: vine.optionalLine(300),
  valid_months: vine.number().withoutDecimals().range([1, 600]).nullable(),
  /** A renewal within this many months before the end keeps its date; unchanged when left out. */
  renew_months: vine.number().withoutDecimals().range([1, 24]).nullable().optional(),
  /** New people have this many months, with a mentor who has another skill; unchanged when left out. */
  starter_months: vine.number().withoutDecimals().range([1, 24]).nullable().optional(),
  mentor_skill: id().nullable().optional(),
  /** The course whose exam leads to it; unchanged when left out. */
  exam_course: id().nullable().optional(),
  courses: vine.array(id()).maxLength(50).distinct(),
  externals: vine.array(vine.line(200)).maxLength(50),
  /** The courses that only renew it while it is valid; unchanged if left out. */
  refresher_courses: vine.array(id()).maxLength(50).distinct().optional(),
  refresher_externals: vine.array(vine.line(200)).maxLength(50).optional(),
  everybody: vine.boolean(),
  groups: vine.array(id()).maxLength(50).distinct(),
  /** Skills that satisfy this one; unchanged when left out. */
  implied_by: vine.array(id()).maxLength(20).distinct().optional(),
}

/** A new skill with what gives it and who needs it; an admin names the company. */
export const skillValidator = vine.create({ ...skill, company: id().optional() })
export const skillChangeValidator = vine.create({ ...skill, updated_at: version() })
/** The input of a preview; `skill` is the id of an existing skill. */
export const previewValidator = vine.create({ ...skill, company: id().optional(), skill: id().optional() })

/** The fields of "assign": the due date, and whether it is mandatory. */
export const assignInput = vine.create({
  due_at: day({ min: () => today(), max: '2099-12-31' }).nullable(),
  mandatory: vine.boolean(),
  /** Whether people are notified; default true. */
  tell: vine.boolean().optional(),
})

/** The mentor of a person for a skill; null removes the mentor. */
export const mentorValidator = vine.create({ mentor: id().nullable() })

export const companyQuery = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

import { today } from '#core/kit/days'
import vine, { day, version } from '#core/kit/validation'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

const skill = {
  name: vine.line(60),
  text: vine.optionalLine(300),
  valid_months: vine.number().withoutDecimals().range([1, 600]).nullable(),
  /** A renewal so many months before the end keeps its date; left out: as it is. */
  renew_months: vine.number().withoutDecimals().range([1, 24]).nullable().optional(),
  /** People who are new have so many months, under a mentor who has another skill; left out: as it is. */
  starter_months: vine.number().withoutDecimals().range([1, 24]).nullable().optional(),
  mentor_skill: id().nullable().optional(),
  /** The course whose exam leads to it; left out: as it is. */
  exam_course: id().nullable().optional(),
  courses: vine.array(id()).maxLength(50).distinct(),
  externals: vine.array(vine.line(200)).maxLength(50),
  everybody: vine.boolean(),
  groups: vine.array(id()).maxLength(50).distinct(),
  /** Skills that satisfy this one; left out: as it is. */
  implied_by: vine.array(id()).maxLength(20).distinct().optional(),
}

/** A new skill with what gives it and of whom it is required; an admin says of which company. */
export const skillValidator = vine.create({ ...skill, company: id().optional() })
export const skillChangeValidator = vine.create({ ...skill, updated_at: version() })
/** What a save would do; `skill` is the one that is changed. */
export const previewValidator = vine.create({ ...skill, company: id().optional(), skill: id().optional() })

/** What "assign" asks for: by when, and whether they must. */
export const assignInput = vine.create({
  due_at: day({ min: () => today(), max: '2099-12-31' }).nullable(),
  mandatory: vine.boolean(),
  /** Left out: they are told. */
  tell: vine.boolean().optional(),
})

/** Who guides somebody towards a skill; null: nobody any more. */
export const mentorValidator = vine.create({ mentor: id().nullable() })

export const companyQuery = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

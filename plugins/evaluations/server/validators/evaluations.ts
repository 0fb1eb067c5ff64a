import vine from '#core/kit/validation'
import { MAX_DAYS } from '../../results.js'
import { WEEKS } from '../../second.js'

const queryId = () => vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const quarter = () => vine.string().regex(/^20\d\d-[1-4]$/)

const choice = {
  course: queryId(),
  company: queryId().optional(),
  version: queryId().optional(),
  language: vine
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  from: quarter().optional(),
  to: quarter().optional(),
  place: vine.string().maxLength(500).optional(),
  house: queryId().optional(),
}

export const choiceQuery = vine.create(choice)
export const answersQuery = vine.create({
  ...choice,
  search: vine.string().trim().maxLength(200).optional(),
  question: vine.string().maxLength(300).optional(),
  tag: vine.string().maxLength(50).optional(),
  page: vine.queryNumber().withoutDecimals().range([1, 10_000]).optional(),
})
export const courseQuery = vine.create({ course: queryId() })

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
export const tagsValidator = vine.create({ course: id(), tags: vine.array(vine.line(50)).maxLength(10) })
/** The remark is optional: the report itself says enough. */
export const unclearValidator = vine.create({ participation: id(), activity: id(), remark: vine.string().trim().maxLength(500) })
export const resolveValidator = vine.create({ course: id(), activity: vine.string().maxLength(200), last_id: id() })
/** Scales by key; which ones are asked depends on the kind. */
export const secondValidator = vine.create({
  scales: vine.record(vine.number().withoutDecimals().range([1, 5])).validateKeys((keys, field) => {
    if (keys.length > 10) field.report('Too many', 'maxLength', field)
  }),
  remark: vine.string().trim().maxLength(1000),
})
export const weeksValidator = vine.create({
  course: id(),
  weeks: vine
    .number()
    .in([...WEEKS])
    .nullable(),
})
export const linkValidator = vine.create({
  course: id(),
  company: id().optional(),
  version: id().optional(),
  language: choice.language,
  from: quarter().optional(),
  to: quarter().optional(),
  place: choice.place,
  house: id().optional(),
  days: vine.number().withoutDecimals().range([1, MAX_DAYS]),
  note: vine.optionalLine(150),
})

import { today } from '#core/kit/days'
import vine, { day, version } from '#core/kit/validation'
import { PARTICIPATION_ACTS } from '../../contract/index.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
/** The due day lies ahead: who is given a course that is late already cannot be on time. */
const terms = {
  courses: vine.array(id()).minLength(1).maxLength(20),
  due_at: day({ min: () => today(), max: '2099-12-31' })
    .nullable()
    .optional(),
  mandatory: vine.boolean().optional(),
  again: vine.boolean().optional(),
  /** Left out: they are told. */
  tell: vine.boolean().optional(),
}

/** What the bulk action "Training toewijzen" asks for. */
export const assignInput = vine.create(terms)
/** The same for a few people that are named. */
export const assignValidator = vine.create({ ...terms, members: vine.array(id()).minLength(1).maxLength(50) })

export const actValidator = vine.create({
  act: vine.enum(PARTICIPATION_ACTS),
  updated_at: version(),
  reason: vine.string().trim().minLength(1).maxLength(1000).nullable().optional(),
  activity: id().nullable().optional(),
})

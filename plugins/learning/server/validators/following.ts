import { today } from '#core/kit/days'
import { chosenFields } from '#core/kit/lists'
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
  /** Leaves out who has the course open or holds a certificate of it. */
  skip: vine.boolean().optional(),
}

/** What the bulk action "Training toewijzen" asks for. */
export const assignInput = vine.create(terms)
/** The same for a few people that are named. */
export const assignValidator = vine.create({ ...terms, members: vine.array(id()).minLength(1).maxLength(50) })

/** Who of those that are about to be given courses has them already: named, or chosen in the list of people. */
export const holdersValidator = vine.create({
  courses: terms.courses,
  members: vine.array(id()).minLength(1).maxLength(50).optional(),
  ...chosenFields(),
})

export const actValidator = vine.create({
  act: vine.enum(PARTICIPATION_ACTS),
  updated_at: version(),
  reason: vine.string().trim().minLength(1).maxLength(1000).nullable().optional(),
  activity: id().nullable().optional(),
})

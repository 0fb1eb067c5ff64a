import { today } from '#core/kit/days'
import { chosenFields } from '#core/kit/lists'
import vine, { day, version } from '#core/kit/validation'
import { PARTICIPATION_ACTS } from '../../contract/index.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
/** The due day must be in the future: otherwise the course would be overdue from the start. */
const terms = {
  courses: vine.array(id()).minLength(1).maxLength(20),
  due_at: day({ min: () => today(), max: '2099-12-31' })
    .nullable()
    .optional(),
  mandatory: vine.boolean().optional(),
  again: vine.boolean().optional(),
  /** Left out: people are notified. */
  tell: vine.boolean().optional(),
  /** Leaves out people who have the course open or hold a certificate of it. */
  skip: vine.boolean().optional(),
}

/** The input of the bulk action "Training toewijzen". */
export const assignInput = vine.create(terms)
/** The same for a few given people. */
export const assignValidator = vine.create({ ...terms, members: vine.array(id()).minLength(1).maxLength(50) })

/** Finds the people who have the courses already, among given memberships or the people chosen in the list. */
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

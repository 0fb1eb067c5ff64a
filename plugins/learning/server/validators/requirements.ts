import vine from '#core/kit/validation'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

export const requirementValidator = vine.create({
  course: id(),
  before: vine.enum(['course', 'exam']),
  kind: vine.enum(['course', 'exam', 'skill']),
  required: id(),
})

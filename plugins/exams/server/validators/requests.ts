import vine, { day } from '#core/kit/validation'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

export const requestValidator = vine.create({
  exam_id: id(),
  people: vine.number().withoutDecimals().range([1, 200]),
  language: vine.string().regex(/^[a-z]{2,3}$/),
  wished_on: day({ min: '2020-01-01', max: '2099-12-31' }),
  location: vine.line(200),
  address: vine.line(300),
  city: vine.line(100),
  note: vine.string().trim().maxLength(1000).optional(),
})

export const answerValidator = vine.create({
  plan: vine.boolean(),
  /** The local date and time at the location. */
  day: day({ min: '2020-01-01', max: '2099-12-31' }).nullable().optional(),
  time: vine.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/).nullable().optional(),
  /** The reason for declining, or a note with the plan. */
  reason: vine.string().trim().maxLength(1000).optional(),
}) // prettier-ignore

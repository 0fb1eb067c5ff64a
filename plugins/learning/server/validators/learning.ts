import { day, today } from '#core/kit/days'
import vine from '#core/kit/validation'

export const languageValidator = vine.create({
  language: vine.string().minLength(2).maxLength(5),
  /** Required when a course for adults needs it and it is unknown. */
  birthdate: day({ min: '1900-01-01', max: () => today() })
    .nullable()
    .optional(),
})
/** The answer to one question: keys of answers, pairs of keys, or typed text. */
export const answerValidator = vine.create({ answers: vine.array(vine.string().maxLength(500)).maxLength(20) })
export const startAttemptValidator = vine.create({
  // An iPad that identifies as a Mac: only the page can detect the touch screen.
  touch_only: vine.boolean().optional(),
})
/** A JWT signed by the other system of an external activity. */
export const returnCallValidator = vine.create({ token: vine.string().maxLength(2000) })
/** The note with which a supervisor confirms work. */
export const confirmValidator = vine.create({ note: vine.string().trim().minLength(1).maxLength(1000) })
/** Whole seconds that a page was visible and in use. */
export const timeValidator = vine.create({ seconds: vine.number().withoutDecimals().range([1, 3600]) })
const second = () => vine.number().range([0, 20_000])
/** Watched parts of a video, from and to in seconds, and the current position. */
export const watchedValidator = vine.create({
  parts: vine.array(vine.array(second()).fixedLength(2)).maxLength(200),
  position: second(),
})
/** The activity's own settings decide which questions there are and what each accepts. */
export const evaluationValidator = vine.create({
  answers: vine.record(vine.unionOfTypes([vine.number(), vine.string().trim().maxLength(4000)])),
})

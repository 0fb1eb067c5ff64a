import { day, today } from '#core/kit/days'
import vine from '#core/kit/validation'

export const languageValidator = vine.create({
  language: vine.string().minLength(2).maxLength(5),
  /** Where a course for adults has to know it and nobody said it yet. */
  birthdate: day({ min: '1900-01-01', max: () => today() })
    .nullable()
    .optional(),
})
/** What was given to one question: names of answers, pairs of them, or what was typed. */
export const answerValidator = vine.create({ answers: vine.array(vine.string().maxLength(500)).maxLength(20) })
export const startAttemptValidator = vine.create({
  // An iPad that calls itself a Mac: only the page can see that it is touched.
  touch_only: vine.boolean().optional(),
})
/** A JWT that the other side of an external activity signed. */
export const returnCallValidator = vine.create({ token: vine.string().maxLength(2000) })
/** Why a supervisor says that something was done. */
export const confirmValidator = vine.create({ note: vine.string().trim().minLength(1).maxLength(1000) })
/** Whole seconds that a page was in sight and used. */
export const timeValidator = vine.create({ seconds: vine.number().withoutDecimals().range([1, 3600]) })
const second = () => vine.number().range([0, 20_000])
/** Parts of a video that were watched, from and to in its seconds, and where it is. */
export const watchedValidator = vine.create({
  parts: vine.array(vine.array(second()).fixedLength(2)).maxLength(200),
  position: second(),
})
/** Which questions there are and what each takes is decided by the activity's own settings. */
export const evaluationValidator = vine.create({
  answers: vine.record(vine.unionOfTypes([vine.number(), vine.string().trim().maxLength(4000)])),
})

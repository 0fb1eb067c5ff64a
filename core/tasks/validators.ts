import vine from '../http/validation.js'

export const taskRowsValidator = vine.create({
  /** Only the rows that failed. */
  failed: vine.queryBoolean().optional(),
  /** `next` of the previous page. */
  from: vine.queryNumber().withoutDecimals().range([0, Number.MAX_SAFE_INTEGER]).optional(),
})

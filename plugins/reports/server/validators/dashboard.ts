import vine from '#core/kit/validation'

/** Days that a dashboard may look back. */
export const PERIODS = [7, 30, 90, 365] as const

export const periodValidator = vine.create({
  period: vine
    .queryNumber()
    .in([...PERIODS])
    .optional(),
})

export const actionsValidator = vine.create({
  /** `meta.next` of the page before. */
  before: vine
    .string()
    .regex(/^\d{1,15}-\d{1,18}$/)
    .optional(),
  limit: vine.queryNumber().withoutDecimals().range([1, 100]).optional(),
})

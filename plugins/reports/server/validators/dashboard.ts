import vine from '#core/kit/validation'

/** The possible periods of a dashboard, in days. */
export const PERIODS = [7, 30, 90, 365] as const

export const periodValidator = vine.create({
  period: vine
    .queryNumber()
    .in([...PERIODS])
    .optional(),
})

/** The company that an admin selected; for a supervisor the scope sets it, whatever this says. */
export const companyValidator = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const actionsValidator = vine.create({
  /** `meta.next` of the previous page. */
  before: vine
    .string()
    .regex(/^\d{1,15}-\d{1,18}$/)
    .optional(),
  limit: vine.queryNumber().withoutDecimals().range([1, 100]).optional(),
})

const widgets = () => vine.array(vine.string().regex(/^[a-z][a-z0-9_.]{1,99}$/)).maxLength(50)
/** A person's own order of the dashboard's parts, and the hidden ones. */
export const layoutValidator = vine.create({ order: widgets(), hidden: widgets() })

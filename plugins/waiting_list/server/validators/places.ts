import vine, { offeredLanguage } from '#core/kit/validation'

export const placeValidator = vine.create({
  /** Login id of the catalogue's company; for a signed-in person their own. */
  company: vine.string().maxLength(100).optional(),
  email: vine.string().trim().email().maxLength(254),
  name: vine.line(200),
  course: vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER),
  city: vine.line(100),
  language: vine.string().regex(/^[a-z]{2,3}$/),
  month: vine.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  lang: offeredLanguage(),
  /** The person agreed to be contacted (`waiting_list.ask.contact`). */
  contact: vine.boolean().optional(),
})
export const answerValidator = vine.create({ action: vine.enum(['confirm', 'accept', 'decline', 'leave'] as const) })
export const moveValidator = vine.create({ to: vine.enum(['first', 'up', 'down'] as const), reason: vine.line(300) })
export const removeValidator = vine.create({ reason: vine.line(300) })

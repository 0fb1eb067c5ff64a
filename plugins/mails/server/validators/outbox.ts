import { UNCERTAIN_DECISIONS } from '#core/kit/mail'
import vine from '#core/kit/validation'

/** What becomes of all uncertain mails; `count`: how many the person saw. */
export const uncertainValidator = vine.create({
  decision: vine.enum(UNCERTAIN_DECISIONS),
  count: vine.number().positive().withoutDecimals().max(10_000_000),
})

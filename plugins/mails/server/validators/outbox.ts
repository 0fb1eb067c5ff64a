import { UNCERTAIN_DECISIONS } from '#core/kit/mail'
import vine from '#core/kit/validation'

/** The decision on all uncertain mails; `count`: the number that the person saw. */
export const uncertainValidator = vine.create({
  decision: vine.enum(UNCERTAIN_DECISIONS),
  count: vine.number().positive().withoutDecimals().max(10_000_000),
})

import { chosenFields } from '#core/kit/lists'
import vine from '#core/kit/validation'

export const numberSignInValidator = vine.create({
  company: vine.string().trim().minLength(1).maxLength(100),
  number: vine.line(50),
  code: vine.string().maxLength(200),
})

/** `again`: also for people who have a code already. */
export const cardsValidator = vine.create({ again: vine.boolean(), ...chosenFields() })

export const addressValidator = vine.create({ email: vine.string().trim().toLowerCase().email().maxLength(254) })

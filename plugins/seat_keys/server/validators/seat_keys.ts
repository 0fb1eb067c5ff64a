import { LANGUAGES } from '#core/contract/languages'
import vine from '#core/kit/validation'

export const languageQuery = vine.create({ language: vine.enum(LANGUAGES).optional() })
export const registerValidator = vine.create({
  email: vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254),
  language: vine.enum(LANGUAGES),
})

import vine, { offeredLanguage } from '#core/kit/validation'

export const languageQuery = vine.create({ language: offeredLanguage().optional() })
export const registerValidator = vine.create({
  email: vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254),
  language: offeredLanguage(),
})

import { LANGUAGES } from '#core/contract/languages'
import vine, { version } from '#core/kit/validation'

const company = () => vine.number().positive().withoutDecimals().nullable()
const language = () => vine.enum(LANGUAGES)
const words = () => ({
  subject: vine.string().maxLength(200),
  body: vine.string().maxLength(10_000),
  // A text with a plural is much longer than the button that comes of it.
  action: vine.string().maxLength(200).nullable(),
})

export const chosenValidator = vine.create({
  language: language(),
  company: vine.queryNumber().positive().withoutDecimals().optional(),
})
export const saveValidator = vine.create({ language: language(), company: company(), version: version(), ...words() })
export const resetValidator = vine.create({ language: language(), company: company(), version: version() })
export const tryValidator = vine.create({ language: language(), company: company(), ...words() })

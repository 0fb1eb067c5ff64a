import { LANGUAGES } from '#core/contract/languages'
import { listQueryFields } from '#core/kit/lists'
import vine, { offeredLanguage } from '#core/kit/validation'

export const currentValidator = vine.create({ company: vine.optionalLine(100).optional() })
export const versionsValidator = vine.create({ company: vine.queryNumber().positive().withoutDecimals().optional() })
export const acceptValidator = vine.create({ version: vine.number().positive().withoutDecimals(), language: offeredLanguage() })
export const acceptancesValidator = vine.create(listQueryFields(['name', 'accepted_at'] as const))

const text = () => vine.string().maxLength(50_000).optional()
export const publishValidator = vine.create({
  company: vine.number().positive().withoutDecimals().nullable(),
  texts: vine.object(Object.fromEntries(LANGUAGES.map((language) => [language, text()]))),
})

import vine from '#core/kit/validation'
import { PASSPORT_LANGUAGES } from '../words.js'

/** The language of the passport; by default the person's own. */
export const passportQuery = vine.create({ language: vine.enum(PASSPORT_LANGUAGES).optional() })

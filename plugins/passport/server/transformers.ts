import type { QrPath } from '#core/kit/qr'
import type { Passport } from './services/passport.js'
import { PASSPORT_LANGUAGES, type PassportLanguage, passportWords } from './words.js'

/** A passport with the words of its language, which need not be one of the interface. */
export const toPassport = (passport: Passport, language: PassportLanguage) => ({
  ...passport,
  language,
  languages: PASSPORT_LANGUAGES,
  words: passportWords(language),
})

export type ShownPassport = ReturnType<typeof toPassport>

/** One's own, with the public page; `link` null while that is off. */
export const toOwn = (passport: ShownPassport, link: string | null, qr: QrPath | null) => ({ ...passport, link, qr })

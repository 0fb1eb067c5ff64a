import type { QrPath } from '#core/kit/qr'
import type { Passport } from './services/passport.js'
import { PASSPORT_LANGUAGES, type PassportLanguage, passportWords } from './words.js'

/** A passport with the texts of its language, which may be another one than the interface's. */
export const toPassport = (passport: Passport, language: PassportLanguage) => ({
  ...passport,
  language,
  languages: PASSPORT_LANGUAGES,
  words: passportWords(language),
})

export type ShownPassport = ReturnType<typeof toPassport>

/** The caller's own passport; `link` is null while the public page is off. */
export const toOwn = (passport: ShownPassport, link: string | null, qr: QrPath | null) => ({ ...passport, link, qr })

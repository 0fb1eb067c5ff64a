import { LANGUAGES, nativeName } from '#core/contract/languages'
import { bootstrap } from '../boot/bootstrap.js'

export { nativeName }

export interface Language {
  code: string
  nativeName: string
}

/** The languages that can be picked: those with texts, in the picker's order. */
export const languages: readonly Language[] = LANGUAGES.filter((code) => bootstrap.languages.includes(code)).map((code) => ({
  code,
  nativeName: nativeName(code),
}))

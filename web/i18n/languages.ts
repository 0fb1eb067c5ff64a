import { LANGUAGES, nativeName } from '#core/contract/languages'
import { bootstrap } from '../boot/bootstrap.js'

export { nativeName }

export interface Language {
  code: string
  nativeName: string
}

/** The languages with texts, in the picker's order. */
export const languages: readonly Language[] = LANGUAGES.filter((code) => bootstrap.languages.includes(code)).map((code) => ({
  code,
  nativeName: nativeName(code),
}))

/** A language's name in the page's language; `nativeName` is its own. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([document.documentElement.lang || 'nl'], { type: 'language' }).of(code) ?? code

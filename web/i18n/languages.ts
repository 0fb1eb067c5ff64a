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

/** A language in the words of who reads the page; `nativeName` is for who speaks it. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([document.documentElement.lang || 'nl'], { type: 'language' }).of(code) ?? code

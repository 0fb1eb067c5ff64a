import { bootstrap } from '../boot/bootstrap.js'

/** Each language by its own name: whoever needs it can read it. */
const NATIVE_NAMES: Record<string, string> = {
  nl: 'Nederlands',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  de: 'Deutsch',
  tr: 'Türkçe',
  pt: 'Português',
  bg: 'Български',
}

export interface Language {
  code: string
  nativeName: string
}

/** The languages that can be picked, in the specification's order. */
export const languages: readonly Language[] = Object.keys(NATIVE_NAMES)
  .filter((code) => bootstrap.languages.includes(code))
  .map((code) => ({ code, nativeName: NATIVE_NAMES[code] ?? code }))

/** The name of a language in that language; the code itself when it is not one of ours. */
export function nativeName(code: string): string {
  return NATIVE_NAMES[code] ?? code
}

/** One of the languages that the specification lists. */
export interface LanguageName {
  /** The code of the specification; Estonian is `est`. */
  readonly code: string
  readonly dutchName: string
  /** Its own name for itself, so that its speakers can read it. */
  readonly nativeName: string
}

/** All 23 languages (specification, section 1), in its order. */
export const ALL_LANGUAGES: readonly LanguageName[] = [
  { code: 'bg', dutchName: 'Bulgaars', nativeName: 'Български' },
  { code: 'da', dutchName: 'Deens', nativeName: 'Dansk' },
  { code: 'de', dutchName: 'Duits', nativeName: 'Deutsch' },
  { code: 'en', dutchName: 'Engels', nativeName: 'English' },
  { code: 'est', dutchName: 'Estisch', nativeName: 'Eesti' },
  { code: 'fi', dutchName: 'Fins', nativeName: 'Suomi' },
  { code: 'fr', dutchName: 'Frans', nativeName: 'Français' },
  { code: 'el', dutchName: 'Grieks', nativeName: 'Ελληνικά' },
  { code: 'hu', dutchName: 'Hongaars', nativeName: 'Magyar' },
  { code: 'it', dutchName: 'Italiaans', nativeName: 'Italiano' },
  { code: 'lv', dutchName: 'Lets', nativeName: 'Latviešu' },
  { code: 'lt', dutchName: 'Litouws', nativeName: 'Lietuvių' },
  { code: 'mt', dutchName: 'Maltees', nativeName: 'Malti' },
  { code: 'nl', dutchName: 'Nederlands', nativeName: 'Nederlands' },
  { code: 'pl', dutchName: 'Pools', nativeName: 'Polski' },
  { code: 'pt', dutchName: 'Portugees', nativeName: 'Português' },
  { code: 'ro', dutchName: 'Roemeens', nativeName: 'Română' },
  { code: 'sl', dutchName: 'Sloveens', nativeName: 'Slovenščina' },
  { code: 'sk', dutchName: 'Slowaaks', nativeName: 'Slovenčina' },
  { code: 'es', dutchName: 'Spaans', nativeName: 'Español' },
  { code: 'cs', dutchName: 'Tsjechisch', nativeName: 'Čeština' },
  { code: 'sv', dutchName: 'Zweeds', nativeName: 'Svenska' },
  { code: 'tr', dutchName: 'Turks', nativeName: 'Türkçe' },
]

/** Languages of courses and exams that the specification's list lacks; people of the trade take exams in them. */
const MORE_LANGUAGES: readonly LanguageName[] = [
  { code: 'ar', dutchName: 'Arabisch', nativeName: 'العربية' },
  { code: 'hr', dutchName: 'Kroatisch', nativeName: 'Hrvatski' },
  { code: 'no', dutchName: 'Noors', nativeName: 'Norsk' },
  { code: 'ru', dutchName: 'Russisch', nativeName: 'Русский' },
]

/** The possible languages of content: courses, their texts and videos, and exams. Independent of the languages of the interface. */
export const CONTENT_LANGUAGES: readonly LanguageName[] = [...ALL_LANGUAGES, ...MORE_LANGUAGES]

/**
 * The restricted list (section 1): the possible languages of the interface, in the order of the picker. The server determines which of them
 * have texts (core/i18n/catalogue.ts); only those are offered.
 */
export const LANGUAGES = ['nl', 'en', 'fr', 'es', 'de', 'tr', 'pt', 'bg'] as const
export type Language = (typeof LANGUAGES)[number]

/** The replacement of an unsupported language (section 1). */
export const FALLBACK_LANGUAGE: Language = 'en'

/** Regional formats of our customers: plain `en` and `pt` would be American and Brazilian. */
const REGIONS: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT' }

/** The locale in which dates and numbers of a language are written, on the server and in the browser. */
export const localeOf = (language: string): string => REGIONS[language] ?? language

/** The name of a language in that language; the code itself if it is not in the list. */
export function nativeName(code: string): string {
  return CONTENT_LANGUAGES.find((language) => language.code === code)?.nativeName ?? code
}

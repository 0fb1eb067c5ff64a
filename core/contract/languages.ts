/** The languages that can be picked (specification, section 1). nl and en are complete; others fall back. */
export const LANGUAGES = ['nl', 'en', 'fr', 'es', 'de', 'tr', 'pt', 'bg'] as const
export type Language = (typeof LANGUAGES)[number]

/** The list of 23 European languages, for names and for course languages (section 1); `enabled` are LANGUAGES. */
export const ALL_LANGUAGES = [
  'bg',
  'da',
  'de',
  'en',
  'est',
  'fi',
  'fr',
  'el',
  'hu',
  'it',
  'lv',
  'lt',
  'mt',
  'nl',
  'pl',
  'pt',
  'ro',
  'sl',
  'sk',
  'es',
  'cs',
  'sv',
  'tr',
] as const

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language)
}

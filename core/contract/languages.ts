/** The languages that can be picked (specification, section 1). nl and en are complete; others fall back. */
export const LANGUAGES = ['nl', 'en', 'fr', 'es', 'de', 'tr', 'pt', 'bg'] as const
export type Language = (typeof LANGUAGES)[number]

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language)
}

/**
 * One text of a content that is kept in several languages: the asked one, else
 * English, else Dutch (specification, section 1), else whatever there is. Pure.
 */
export function textIn(texts: Readonly<Record<string, string>>, language: string): string {
  return texts[language] ?? texts.en ?? texts.nl ?? Object.values(texts)[0] ?? ''
}

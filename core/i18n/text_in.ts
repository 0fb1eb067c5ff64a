/**
 * One text of a content that is kept in several languages: the asked one, else
 * English, else Dutch (specification, section 1), else whatever there is: content
 * may lack a language, a person must not. Pure.
 */
export function textIn(texts: Readonly<Record<string, string>> | null | undefined, language: string | null): string {
  if (!texts) return ''
  return (language ? texts[language] : undefined) ?? texts.en ?? texts.nl ?? Object.values(texts)[0] ?? ''
}

/** One text of multilingual content: the requested language, else English, else Dutch (specification, section 1), else any. Pure. */
export function textIn(texts: Readonly<Record<string, string>> | null | undefined, language: string | null): string {
  if (!texts) return ''
  return (language ? texts[language] : undefined) ?? texts.en ?? texts.nl ?? Object.values(texts)[0] ?? ''
}

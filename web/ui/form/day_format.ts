const TOKENS: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: 'dd', month: 'MM', year: 'yyyy' }

/** The input format of a date in a language, in Luxon's tokens: `dd-MM-yyyy` in Dutch, `dd/MM/yyyy` in British English. */
export function dayFormat(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(new Date())
  const known = parts.map(({ type, value }) => TOKENS[type] ?? value)
  // Text after the last number ("г.") is not typed.
  const last = parts.findLastIndex(({ type }) => TOKENS[type])
  return known.slice(0, last + 1).join('')
}

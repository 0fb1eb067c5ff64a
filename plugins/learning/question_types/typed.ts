// Shared by server and browser for typed answers. Imports nothing, so that the browser can use it.

/** Maximum length of an answer and of an accepted text, in characters. */
export const MAX_TEXT_LENGTH = 200

/** Removes invisible characters from typed text: direction marks, control characters, and leading, trailing and repeated white space. */
export const tidied = (text: string): string =>
  text
    .normalize('NFC')
    // Keep joiners: words in Persian and Hindi need them.
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Maximum length of an answer in characters, including the sign and the point. */
const LONGEST_NUMBER = 30

/**
 * Parses a number as people write it, with a comma or a point before the decimals.
 * @returns its value, or why it is invalid: `number_ambiguous` where "1.000" may be one or a thousand
 */
export function parseNumber(typed: string): number | 'number_invalid' | 'number_ambiguous' {
  const text = tidied(typed).replace(/^[−–]/, '-')
  if (text.length > LONGEST_NUMBER) return 'number_invalid'
  // Two separators, or digits in groups: some of them probably separate thousands.
  if (/^[+-]?\d+(?:[., '’]\d+){2,}$/.test(text) || /^[+-]?\d+[ '’]\d+$/.test(text)) return 'number_ambiguous'
  const found = /^([+-]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? /^([+-]?)()[.,](\d+)$/.exec(text)
  if (!found) return 'number_invalid'
  const [, sign, whole = '', decimals] = found
  if (decimals?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return 'number_ambiguous'
  const value = Number(`${sign}${whole || '0'}.${decimals ?? '0'}`)
  return Number.isFinite(value) ? value : 'number_invalid'
}

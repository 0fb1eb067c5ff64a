// What both halves say of an answer that is typed. Imports nothing: the browser takes it too.

/** Longest answer and longest accepted text, in characters. */
export const LONGEST_TEXT = 200

/** What somebody typed, without what cannot be seen: signs of direction, control characters, white space around and in a row. */
export const tidied = (text: string): string =>
  text
    .normalize('NFC')
    // Joiners stay: words in Persian and Hindi need them.
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Longest answer in characters, the sign and the point included. */
const LONGEST_NUMBER = 30

/**
 * A number as people write it, with a comma or a point before the decimals.
 * @returns its value, or why it is none: `number_ambiguous` where "1.000" may be one or a thousand
 */
export function parseNumber(typed: string): number | 'number_invalid' | 'number_ambiguous' {
  const text = tidied(typed).replace(/^[−–]/, '-')
  if (text.length > LONGEST_NUMBER) return 'number_invalid'
  // Two signs, or digits in groups: who wrote it meant thousands somewhere.
  if (/^[+-]?\d+(?:[., '’]\d+){2,}$/.test(text) || /^[+-]?\d+[ '’]\d+$/.test(text)) return 'number_ambiguous'
  const found = /^([+-]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? /^([+-]?)()[.,](\d+)$/.exec(text)
  if (!found) return 'number_invalid'
  const [, sign, whole = '', decimals] = found
  if (decimals?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return 'number_ambiguous'
  const value = Number(`${sign}${whole || '0'}.${decimals ?? '0'}`)
  return Number.isFinite(value) ? value : 'number_invalid'
}

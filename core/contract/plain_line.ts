// Control characters (line breaks too), separators of lines and paragraphs, the
// characters that turn the direction of writing, and those that show nothing.
// Joiners (U+200C, U+200D) stay: names in Persian and Hindi need them.
const HIDDEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u

/**
 * Whether a text can be a name: one line that reads the same everywhere. A
 * control character breaks a mail's subject or a file; a bidirectional one lets
 * a name pose as another. Every field that holds a name goes by this rule. Pure.
 */
export function isPlainLine(text: string): boolean {
  return !HIDDEN.test(text)
}

/** Whether a text says anything at all: what shows nothing is no text, also where `trim` leaves it. Pure. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

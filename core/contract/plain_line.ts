// Control characters (including line breaks), line and paragraph separators, characters that change the direction of writing, and invisible
// characters. Joiners (U+200C, U+200D) are allowed: names in Persian and Hindi need them.
const HIDDEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u

/**
 * Whether a text can be a name: one line that reads the same everywhere. A control character breaks a mail's subject or a file; a
 * bidirectional one lets a name pose as another. Every field with a name uses this rule. Pure.
 */
export function isPlainLine(text: string): boolean {
  return !HIDDEN.test(text)
}

/** Whether a text contains anything visible; invisible characters do not count, even those that `trim` does not remove. Pure. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

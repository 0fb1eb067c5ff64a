import { invalid } from '#core/contract/errors'
import { MAX_ANSWERS } from './parts.js'
import { MAX_TEXT_LENGTH, tidied } from './typed.js'
import type { QuestionContent, QuestionType, TypedQuestion } from './types.js'

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLocaleLowerCase('en')

/** The normalized form in which texts are compared. */
const compared = (text: string, caseSensitive = false) => (caseSensitive ? tidied(text).normalize('NFKC') : folded(tidied(text)))

/**
 * Whether a text matches a pattern: `*` matches anything, including nothing, and `\*` a star. Runs in one pass over the text, however many
 * stars there are. Pure.
 */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern
    .replaceAll('\\*', '\0')
    .split('*')
    .map((part) => part.replaceAll('\0', '*'))
  if (parts.length === 1) return parts[0] === text
  const first = parts[0]!
  const last = parts.at(-1)!
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

function acceptedIn({ content: { accepted = {} } }: TypedQuestion, language: string | null): string[] {
  return accepted[language ?? ''] ?? Object.values(accepted)[0] ?? []
}

/** A text of a few words. Case and diacritics are ignored unless the author sets `case_sensitive`. */
export const shortText: QuestionType = {
  name: 'short_text',
  yamlKeys: ['accepted', 'case_sensitive'],
  problems({ content: { accepted = {}, case_sensitive: caseSensitive } }) {
    const lists = Object.values(accepted)
    return [
      ...(!lists.length || lists.some((list) => !list.length)
        ? [{ code: 'accepted_missing', message: 'At least one text must be accepted.' }]
        : []),
      ...(lists.some((list) => list.length > MAX_ANSWERS)
        ? [{ code: 'answers_too_many', message: `At most ${MAX_ANSWERS} texts can be accepted.` }]
        : []),
      ...(lists.some((list) => list.some((text) => text.length > MAX_TEXT_LENGTH))
        ? [{ code: 'accepted_too_long', message: `An accepted text has at most ${MAX_TEXT_LENGTH} characters.` }]
        : []),
      // Any text would be correct. This includes characters that become a star when normalized, such as a full-width one.
      ...(lists.some((list) => list.some((text) => /^\**$/.test(compared(text, caseSensitive))))
        ? [{ code: 'accepted_anything', message: 'An accepted text needs more than a star.' }]
        : []),
    ]
  },
  deal: () => [],
  asked: () => ({ answers: [], options: [], unit: '', several: false }),
  /** @throws AppError 422 also `one_answer`, `too_long` */
  read(values) {
    if (values.length > 1) throw invalid('answers', 'one_answer')
    const text = tidied(values[0] ?? '')
    if (!text) throw invalid('answers', 'required')
    if (text.length > MAX_TEXT_LENGTH) throw invalid('answers', 'too_long')
    return [text]
  },
  isComplete: (given) => given.length === 1,
  shown: (given) => [...given],
  isRight(question, [given = ''], language) {
    const plain = (text: string) => compared(text, question.content.case_sensitive)
    return acceptedIn(question, language).some((pattern) => matches(plain(pattern), plain(given)))
  },
  example: (question, language) => [
    (acceptedIn(question, language)[0] ?? '')
      .replace(/(?<!\\)\*/g, '')
      .replaceAll('\\*', '*')
      .trim(),
  ],
  right: (question, _name, language) =>
    acceptedIn(question, language).map((pattern) => pattern.replace(/(?<!\\)\*/g, '…').replaceAll('\\*', '*')),
  words: (_question, given) => [...given],
  readYaml(fields, language) {
    const accepted = fields.texts('accepted')
    const content: QuestionContent = { accepted: { [language]: accepted } }
    if (fields.boolean('case_sensitive', false)) content.case_sensitive = true
    return { answers: [], options: [], content, complete: accepted.length > 0 }
  },
  toYaml: ({ content }, language) => ({
    accepted: content.accepted?.[language] ?? [],
    ...(content.case_sensitive && { case_sensitive: true }),
  }),
}

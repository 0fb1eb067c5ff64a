import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { AppError, invalid } from '../contract/errors.js'
import { hasWords, isPlainLine } from '../contract/plain_line.js'
import { offeredLanguages, translateText } from '../i18n/catalogue.js'
import { type MailWords, mailOf, placeholdersOf } from './mail_words.js'

/** In characters. */
const MAX_LENGTH = { subject: 200, body: 10_000, action: 200 }

// Pasted text may contain invisible characters. In a body they are harmless.
// eslint-disable-next-line no-control-regex -- they are what is looked for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f]/
/** `a < b` and `<3` are text, not HTML. */
const HTML = /<\/?[a-z!][^>]*>?/i

/**
 * Validates an editor's words for a mail.
 * @returns them trimmed, with normalised line ends
 * @throws AppError 404 unknown mail; 422 at `language`: enum; at a part: required, maxLength, hidden_characters, html, not_icu,
 * unknown_placeholder and missing_placeholder with their `names`
 */
export function checkedWords(trigger: string, language: string, words: MailWords): MailWords {
  const placeholders = placeholdersOf(trigger)
  if (!offeredLanguages().includes(language)) throw invalid('language', 'enum')
  const checked = {
    subject: words.subject.trim(),
    body: words.body.replace(/\r\n?/g, '\n').trim(),
    // A mail without a button has no label for one.
    action: (mailOf(trigger).sample.actionUrl && words.action?.trim()) || null,
  }
  const values = Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample || name]))
  const used = Object.entries(checked).map(([field, text]) => ({
    field,
    names: text === null ? [] : check(field as keyof MailWords, text, language, values),
  }))
  const missing = placeholders.filter(({ name, required }) => required && !used[1]!.names.includes(name)).map(({ name }) => name)
  if (missing.length) throw wrong('body', 'missing_placeholder', namesOf(missing))
  return checked
}

const wrong = (field: string, rule: string, meta: object) => new AppError(422, 'validation_failed', { errors: [{ field, rule, meta }] })
const namesOf = (names: readonly string[]) => ({ names: names.join(', ') })

function check(field: keyof MailWords, text: string, language: string, values: Record<string, string>): string[] {
  if (!hasWords(text)) throw invalid(field, 'required')
  if (text.length > MAX_LENGTH[field]) throw wrong(field, 'maxLength', { max: MAX_LENGTH[field] })
  if (field === 'body' ? HIDDEN.test(text) : !isPlainLine(text)) throw invalid(field, 'hidden_characters')
  if (HTML.test(text)) throw invalid(field, 'html')
  const names = namesIn(parsed(field, text))
  const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(values, name))
  if (unknown.length) throw wrong(field, 'unknown_placeholder', namesOf(unknown))
  if (!isFormatted(language, text, values)) throw invalid(field, 'not_icu')
  return names
}

/** Whether a text that parses can be formatted: not a choice without `other`, or a name as a number. */
function isFormatted(language: string, text: string, values: Record<string, string>): boolean {
  try {
    return text.includes('NaN') || !translateText(language, text, values).includes('NaN')
  } catch {
    return false
  }
}

function parsed(field: string, text: string): MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true })
  } catch {
    // Such as an unmatched brace.
    throw invalid(field, 'not_icu')
  }
}

function namesIn(parts: readonly MessageFormatElement[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound) return []
    if (part.type === TYPE.tag) return namesIn(part.children)
    const options =
      part.type === TYPE.select || part.type === TYPE.plural ? Object.values(part.options).flatMap(({ value }) => namesIn(value)) : []
    return [part.value, ...options]
  })
}

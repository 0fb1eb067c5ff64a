import { invalid } from '#core/contract/errors'
import { type Fields, rememberKey } from '../server/course_import/yaml_fields.js'
import type { AnswerText, Area, AskedContent, Localized, NameKey, QuestionType, TypedQuestion } from './types.js'

// Shared by several question types.

/** Maximum number of answers, items, areas or options of a question: nobody can compare more, and it limits the size of a response. */
export const MAX_ANSWERS = 20

/** The author's keys for the names that a browser sent. @throws AppError 422 required, unknown_answer */
export function keysOf(values: readonly string[], known: readonly string[], name: NameKey): string[] {
  if (!values.length) throw invalid('answers', 'required')
  const names = new Map(known.map((key) => [name(key), key]))
  return [...new Set(values)].map((value) => {
    const key = names.get(value)
    if (key === undefined) throw invalid('answers', 'unknown_answer')
    return key
  })
}

/** The same keys, in any order. */
export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && other.every((key) => one.includes(key))

/** A text in the requested language, else in the first available one. */
export const inLanguage = (text: Localized, language: string | null): string => text[language ?? ''] ?? Object.values(text)[0] ?? ''

export const rightKeys = ({ answers }: TypedQuestion): string[] => answers.filter(({ correct }) => correct).map(({ key }) => key)

/** The answers in the order of the attempt. */
export const askedAnswers = (
  { answers }: TypedQuestion,
  dealt: readonly string[],
  name: NameKey,
  language: string | null,
): AskedContent['answers'] =>
  dealt.map((key) => {
    const { text, area = null } = answers.find((answer) => answer.key === key)!
    return { key: name(key), text: inLanguage(text, language), area }
  })

/** Shared by every type whose answers are chosen by their key. */
export const byKey = {
  isComplete: (given) => given.length > 0,
  shown: (given, name) => given.map(name),
  isRight: (question, given) => isSame(given, rightKeys(question)),
  example: rightKeys,
  right: (question, name) => rightKeys(question).map(name),
  words: ({ answers }, given) => given.map((key) => answers.find((answer) => answer.key === key)?.text ?? key),
} satisfies Partial<QuestionType>

interface AnswerKeys {
  /** Name of the YAML list. */
  list: string
  /** Keys of each item in addition to `key` and `text`. */
  also?: readonly string[]
  /** Reads the additional keys of an item. */
  each?: (item: Fields) => Pick<AnswerText, 'area'>
  /** The keys already used; shared with another list of the question. */
  seen?: Set<string>
}

/** A list of answers of one language's file. `complete` is false when some are missing or unreadable. */
export function readAnswers(
  fields: Fields,
  { list, also = [], each, seen = new Set() }: AnswerKeys,
): { answers: AnswerText[]; complete: boolean } {
  const answers: AnswerText[] = []
  const items = fields.maps(list, ['key', 'text', ...also])
  for (const item of items) {
    const key = item.identifier('key')
    const text = item.text('text') ?? ''
    const correct = also.includes('correct') && item.boolean('correct', false)
    const more = each?.(item) ?? {}
    if (key === null || !rememberKey(seen, key, fields.file, item.line('key'))) continue
    answers.push({ key, text, correct, line: item.startLine, ...more })
  }
  return { answers, complete: items.length > 0 && answers.length === items.length }
}

/** Problems with the number of answers. */
export const countProblems = (count: number, least: number, what: string) => [
  ...(count < least ? [{ code: 'answers_too_few', message: `A question needs ${least === 1 ? 'one' : 'two'} ${what} or more.` }] : []),
  ...(count > MAX_ANSWERS ? [{ code: 'answers_too_many', message: `A question has at most ${MAX_ANSWERS} ${what}, not ${count}.` }] : []),
]

export const writtenAnswers = ({ answers }: TypedQuestion, language: string) =>
  answers.map(({ key, text, correct, area }) => ({
    key,
    text: text[language] ?? '',
    ...(area && { ...area }),
    ...(correct && { correct: true }),
  }))

export const isArea = ({ x, y, width, height }: Area): boolean =>
  [x, y, width, height].every(Number.isFinite) &&
  x >= 0 &&
  y >= 0 &&
  width >= 1 &&
  height >= 1 &&
  // Allow for rounding: numbers with two decimals do not add up exactly.
  x + width <= 100.001 &&
  y + height <= 100.001

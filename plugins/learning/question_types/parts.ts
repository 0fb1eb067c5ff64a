import { invalid } from '#core/contract/errors'
import { type Fields, rememberKey } from '../server/course_import/yaml_fields.js'
import type { AnswerText, Area, AskedContent, Localized, NameKey, QuestionType, TypedQuestion } from './types.js'

// What several question types share.

/** Most answers, items, areas or options that one question may have: nobody compares more, and an answer has a bound. */
export const MOST_ANSWERS = 20

/** The author's keys for what a browser named. @throws AppError 422 required, unknown_answer */
export function keysOf(values: readonly string[], known: readonly string[], name: NameKey): string[] {
  if (!values.length) throw invalid('answers', 'required')
  const names = new Map(known.map((key) => [name(key), key]))
  return [...new Set(values)].map((value) => {
    const key = names.get(value)
    if (key === undefined) throw invalid('answers', 'unknown_answer')
    return key
  })
}

/** The same keys, in whatever order. */
export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && other.every((key) => one.includes(key))

/** A text in the language asked for, else in the first there is. */
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

/** Of every type whose answers are chosen by their key. */
export const byKey = {
  isComplete: (given) => given.length > 0,
  shown: (given, name) => given.map(name),
  isRight: (question, given) => isSame(given, rightKeys(question)),
  example: rightKeys,
  right: (question, name) => rightKeys(question).map(name),
  words: ({ answers }, given) => given.map((key) => answers.find((answer) => answer.key === key)?.text ?? key),
} satisfies Partial<QuestionType>

interface AnswerKeys {
  /** The YAML list. */
  list: string
  /** Keys of each item beside `key` and `text`. */
  also?: readonly string[]
  /** Reads what an item has besides. */
  each?: (item: Fields) => Pick<AnswerText, 'area'>
  /** Shared with another list of the question. */
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

/** Problems of how many there are. */
export const countProblems = (count: number, least: number, what: string) => [
  ...(count < least ? [{ code: 'answers_too_few', message: `A question needs ${least === 1 ? 'one' : 'two'} ${what} or more.` }] : []),
  ...(count > MOST_ANSWERS ? [{ code: 'answers_too_many', message: `A question has at most ${MOST_ANSWERS} ${what}, not ${count}.` }] : []),
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
  // What is written with two digits behind the point does not add up to the last bit.
  x + width <= 100.001 &&
  y + height <= 100.001

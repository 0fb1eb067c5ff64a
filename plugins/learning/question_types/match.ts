import { invalid } from '#core/contract/errors'
import { shuffled } from '../server/services/shuffle.js'
import { type Fields, rememberKey } from '../server/course_import/yaml_fields.js'
import { countProblems, inLanguage } from './parts.js'
import type { AnswerText, Localized, QuestionType, TypedQuestion } from './types.js'

// An item and its option share a key. In the dealt order a prefix tells them apart.
const ITEM = 'item:'
const OPTION = 'option:'
const without = (dealt: readonly string[], kind: string) => dealt.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length))
/** Separates an item from its option, in submitted and stored answers. */
const PAIRED = '='

const optionsOf = ({ content }: TypedQuestion) => content.options ?? []
const split = (pair: string) => pair.split(PAIRED) as [item: string, option: string]

function readPairs(fields: Fields): { answers: AnswerText[]; options: AnswerText[]; complete: boolean } {
  const seen = new Set<string>()
  const answers: AnswerText[] = []
  const options: AnswerText[] = []
  const pairs = fields.maps('pairs', ['key', 'text', 'match'])
  for (const pair of pairs) {
    const key = pair.identifier('key')
    const text = pair.text('text') ?? ''
    const option = pair.text('match') ?? ''
    if (key === null || !rememberKey(seen, key, fields.file, pair.line('key'))) continue
    answers.push({ key, text, correct: false, line: pair.startLine })
    options.push({ key, text: option, correct: false, line: pair.startLine })
  }
  const others = fields.has('distractors') ? fields.maps('distractors', ['key', 'text']) : []
  for (const other of others) {
    const key = other.identifier('key')
    const text = other.text('text') ?? ''
    if (key === null || !rememberKey(seen, key, fields.file, other.line('key'))) continue
    options.push({ key, text, correct: false, line: other.startLine })
  }
  return { answers, options, complete: pairs.length > 0 && options.length === pairs.length + others.length }
}

/**
 * Items on the left are each paired with an option on the right; there may be more options than items. Each option is used once; options
 * with the same text are interchangeable. Stored as `item=option`, with the author's keys. An incomplete set of pairs can be saved, but
 * does not answer the question yet.
 */
export const match: QuestionType = {
  name: 'match',
  yamlKeys: ['pairs', 'distractors'],
  problems: (question) => [
    ...countProblems(question.answers.length, 2, 'pairs'),
    ...(optionsOf(question).length > 20 ? countProblems(optionsOf(question).length, 2, 'options') : []),
    ...question.answers
      .filter(({ key }) => !optionsOf(question).some((option) => option.key === key))
      .map(({ key }) => ({ code: 'pair_incomplete', message: `'${key}' has nothing that belongs to it.` })),
  ],
  deal: (question) => [
    ...shuffled(question.answers.map(({ key }) => ITEM + key)),
    ...shuffled(optionsOf(question).map(({ key }) => OPTION + key)),
  ],
  asked(question, dealt, name, language) {
    const named = (list: readonly { key: string; text: Localized }[], kind: string) =>
      without(dealt, kind).map((key) => ({
        key: name(kind + key),
        text: inLanguage(list.find((one) => one.key === key)!.text, language),
      }))
    return {
      answers: named(question.answers, ITEM).map((answer) => ({ ...answer, area: null })),
      options: named(optionsOf(question), OPTION),
      unit: '',
      several: false,
    }
  },
  /** @throws AppError 422 also `item_twice`, `option_twice` */
  read(values, dealt, name) {
    if (!values.length) throw invalid('answers', 'required')
    const names = new Map(dealt.map((key) => [name(key), key]))
    const pairs = values.map((value) => {
      const [item, option, ...more] = value.split(PAIRED).map((one) => names.get(one))
      if (!item?.startsWith(ITEM) || !option?.startsWith(OPTION) || more.length) throw invalid('answers', 'unknown_answer')
      return [item.slice(ITEM.length), option.slice(OPTION.length)] as const
    })
    if (new Set(pairs.map(([item]) => item)).size < pairs.length) throw invalid('answers', 'item_twice')
    if (new Set(pairs.map(([, option]) => option)).size < pairs.length) throw invalid('answers', 'option_twice')
    return pairs.map(([item, option]) => item + PAIRED + option)
  },
  isComplete: (given, dealt) => given.length === without(dealt, ITEM).length,
  shown: (given, name) =>
    given.map((pair) => {
      const [item, option] = split(pair)
      return name(ITEM + item) + PAIRED + name(OPTION + option)
    }),
  isRight(question, given, language) {
    const textOf = (key: string | undefined) => inLanguage(optionsOf(question).find((option) => option.key === key)?.text ?? {}, language)
    const chosen = new Map(given.map(split))
    return question.answers.every(({ key }) => chosen.has(key) && textOf(chosen.get(key)) === textOf(key))
  },
  example: ({ answers }) => answers.map(({ key }) => key + PAIRED + key),
  right: (question, name) => match.shown(match.example(question, null), name),
  words: (question, given) =>
    given.map((pair) => {
      const [item, option] = split(pair)
      const left = question.answers.find(({ key }) => key === item)?.text ?? {}
      const right = optionsOf(question).find(({ key }) => key === option)?.text ?? {}
      return Object.fromEntries(Object.keys(left).map((language) => [language, `${left[language]} → ${inLanguage(right, language)}`]))
    }),
  readYaml: (fields) => ({ ...readPairs(fields), content: {} }),
  toYaml(question, language) {
    const textOf = (text: Localized) => text[language] ?? ''
    const isPaired = (key: string) => question.answers.some((answer) => answer.key === key)
    const others = optionsOf(question).filter(({ key }) => !isPaired(key))
    return {
      pairs: question.answers.map(({ key, text }) => ({
        key,
        text: textOf(text),
        match: textOf(optionsOf(question).find((option) => option.key === key)!.text),
      })),
      ...(others.length && { distractors: others.map(({ key, text }) => ({ key, text: textOf(text) })) }),
    }
  },
}

import { invalid } from '#core/contract/errors'
import { shuffled } from '../server/services/shuffle.js'
import { askedAnswers, byKey, countProblems, inLanguage, keysOf, readAnswers } from './parts.js'
import type { QuestionType, TypedQuestion } from './types.js'

const keys = ({ answers }: TypedQuestion) => answers.map(({ key }) => key)

/**
 * Items to arrange, listed in the correct order in the author's file. A response is correct in exactly that order, where items with the
 * same text are interchangeable.
 */
export const order: QuestionType = {
  ...byKey,
  name: 'order',
  yamlKeys: ['items'],
  problems: ({ answers }) => countProblems(answers.length, 2, 'items'),
  deal(question) {
    const right = keys(question)
    const dealt = shuffled(right)
    // Never deal the correct order: the person would have nothing to do, and nothing would be saved.
    return dealt.length > 1 && dealt.every((key, index) => key === right[index]) ? [...dealt.slice(1), dealt[0]!] : dealt
  },
  asked: (question, dealt, name, language) => ({
    answers: askedAnswers(question, dealt, name, language),
    options: [],
    unit: '',
    several: false,
  }),
  /** @throws AppError 422 also `all_items` when one is missing */
  read(values, dealt, name) {
    const given = keysOf(values, dealt, name)
    if (given.length !== dealt.length || values.length !== dealt.length) throw invalid('answers', 'all_items')
    return given
  },
  isComplete: (given, dealt) => given.length === dealt.length,
  isRight(question, given, language) {
    const textOf = (key: string) => inLanguage(question.answers.find((answer) => answer.key === key)?.text ?? {}, language)
    return given.length === question.answers.length && question.answers.every(({ key }, index) => textOf(key) === textOf(given[index]!))
  },
  example: keys,
  right: (question, name) => keys(question).map(name),
  readYaml: (fields) => ({ ...readAnswers(fields, { list: 'items' }), options: [], content: {} }),
  toYaml: ({ answers }, language) => ({ items: answers.map(({ key, text }) => ({ key, text: text[language] ?? '' })) }),
}

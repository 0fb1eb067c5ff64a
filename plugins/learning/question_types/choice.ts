import { invalid } from '#core/contract/errors'
import { shuffled } from '../server/services/shuffle.js'
import { askedAnswers, byKey, countProblems, keysOf, readAnswers, rightKeys, writtenAnswers } from './parts.js'
import type { Problem, QuestionType, TypedQuestion } from './types.js'

interface Choice {
  name: string
  several: boolean
  /** Whether the answers keep the author's order. */
  fixedOrder?: boolean
  ownProblems?: (question: TypedQuestion) => Problem[]
}

/** Types with a choice of written answers. They differ in the number of correct answers and in the order of the answers. */
export function choice({ name, several, fixedOrder = false, ownProblems }: Choice): QuestionType {
  return {
    ...byKey,
    name,
    yamlKeys: ['answers'],
    problems(question) {
      const right = rightKeys(question).length
      const counted = ownProblems?.(question) ?? []
      return [
        ...(counted.length ? counted : countProblems(question.answers.length, 2, 'answers')),
        ...(right === 0 ? [{ code: 'answers_none_correct', message: 'No answer is marked correct: true.' }] : []),
        ...(!several && right > 1 ? [{ code: 'answers_many_correct', message: `Only one answer can be correct here, not ${right}.` }] : []),
        ...(several && right > 0 && right === question.answers.length
          ? [{ code: 'answers_none_wrong', message: 'A multiple question needs at least one wrong answer.' }]
          : []),
      ]
    },
    deal: ({ answers }) => {
      const keys = answers.map(({ key }) => key)
      return fixedOrder ? keys : shuffled(keys)
    },
    asked: (question, dealt, nameKey, language) => ({
      answers: askedAnswers(question, dealt, nameKey, language),
      options: [],
      unit: '',
      several,
    }),
    read(values, dealt, nameKey) {
      const given = keysOf(values, dealt, nameKey)
      if (!several && given.length !== 1) throw invalid('answers', 'one_answer')
      return given
    },
    readYaml: (fields) => ({ ...readAnswers(fields, { list: 'answers', also: ['correct'] }), options: [], content: {} }),
    toYaml: (question, language) => ({ answers: writtenAnswers(question, language) }),
  }
}

import { choice } from './choice.js'

/** Two answers, in the author's order: "true" before "false" is what people expect. */
export const trueFalse = choice({
  name: 'true_false',
  several: false,
  fixedOrder: true,
  ownProblems: ({ answers }) =>
    answers.length === 2
      ? []
      : [{ code: 'answers_not_two', message: `A true_false question has exactly two answers, not ${answers.length}.` }],
})

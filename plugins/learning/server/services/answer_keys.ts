import { opaqueName } from '#core/kit/tokens'

/** Long enough that two answers of one question never share a key, short enough to read in a call. */
const LENGTH = 12

/**
 * The key by which a browser knows an answer of one attempt. The author's own
 * key ("a" is right more often than not) would undo the shuffle, and a key that
 * is the same in every attempt could be passed on. Derived, so nothing is
 * stored and what was saved under the author's keys stays readable.
 */
export function answerKey(attemptId: number, questionId: number, authorKey: string): string {
  return opaqueName('learning.answer', attemptId, questionId, authorKey).slice(0, LENGTH)
}

/**
 * Back to the author's keys.
 * @param order the author's keys of the question
 * @returns null when one of the keys is none of this question in this attempt
 */
export function authorKeys(attemptId: number, questionId: number, order: readonly string[], keys: readonly string[]): string[] | null {
  const known = new Map(order.map((key) => [answerKey(attemptId, questionId, key), key]))
  const found = keys.map((key) => known.get(key))
  return found.every((key) => key !== undefined) ? found : null
}

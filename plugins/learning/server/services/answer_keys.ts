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

import { opaqueName } from '#core/kit/tokens'

/** Long enough that two answers of one question never have the same key, short enough to read in a request. */
const LENGTH = 12

/**
 * The key by which a browser refers to an answer in one attempt. The author's own key ("a" is right more often than not) would undo the
 * shuffling, and a key that is the same in every attempt could be passed on. It is derived, so nothing is stored, and answers saved under
 * the author's keys stay readable.
 */
export function answerKey(attemptId: number, questionId: number, authorKey: string): string {
  return opaqueName('learning.answer', attemptId, questionId, authorKey).slice(0, LENGTH)
}

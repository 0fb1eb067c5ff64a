import { currentCompanyId } from '#core/kit/scope'
import { Recent } from '#core/kit/cache'

/** The drawn questions of an attempt; they never change while the attempt runs. */
export interface DrawnQuestions {
  quiz: { id: number; versionId: number }
  participationId: number
  /** Question → its row in the attempt, and the order of its answers. */
  questions: ReadonlyMap<number, { id: number; order: string[] }>
}

/** Cache for people who are answering now. Without an entry an answer is saved with one more statement. */
const dealt = new Recent<string, DrawnQuestions>(2000)

// The key contains the owner, so a request for another person's attempt finds nothing.
const keyOf = (membershipId: number | null, attemptId: number) => `${currentCompanyId()}.${membershipId}.${attemptId}`

/** Caches the drawn questions of an attempt, for the answers that follow. */
export function cacheDraw(
  membershipId: number | null,
  { id: attemptId, participationId }: { id: number; participationId: number },
  quiz: DrawnQuestions['quiz'],
  rows: readonly { id: number; question_id: number; answer_order: string[] }[],
): void {
  const questions = new Map(rows.map(({ id, question_id: question, answer_order: order }) => [question, { id, order }]))
  dealt.set(keyOf(membershipId, attemptId), { quiz, participationId, questions })
}

/** The drawn questions of this person's attempt, if they are cached. */
export function cachedDraw(membershipId: number | null, attemptId: number): DrawnQuestions | undefined {
  return dealt.get(keyOf(membershipId, attemptId))
}

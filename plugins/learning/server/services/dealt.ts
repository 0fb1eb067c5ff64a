import { currentCompanyId } from '#core/kit/scope'
import { Recent } from '#core/kit/memory'

/** What an attempt was dealt: it never changes while the attempt runs. */
export interface Dealt {
  quiz: { id: number; versionId: number }
  participationId: number
  /** Question → its row in the attempt, and the order in which it stands there. */
  questions: ReadonlyMap<number, { id: number; order: string[] }>
}

/** People who answer at the same moment; of anybody else the answer is saved as well, with one statement more. */
const dealt = new Recent<string, Dealt>(2000)

// Whose it is stands in the key: who asks for somebody else's finds nothing.
const keyOf = (membershipId: number | null, attemptId: number) => `${currentCompanyId()}.${membershipId}.${attemptId}`

/** Keeps in mind what somebody was dealt, for the answers that come next. */
export function rememberDealt(
  membershipId: number | null,
  { id: attemptId, participationId }: { id: number; participationId: number },
  quiz: Dealt['quiz'],
  rows: readonly { id: number; question_id: number; answer_order: string[] }[],
): void {
  const questions = new Map(rows.map(({ id, question_id: question, answer_order: order }) => [question, { id, order }]))
  dealt.set(keyOf(membershipId, attemptId), { quiz, participationId, questions })
}

/** What this person was dealt in this attempt, if they were seen here just now. */
export function dealtTo(membershipId: number | null, attemptId: number): Dealt | undefined {
  return dealt.get(keyOf(membershipId, attemptId))
}

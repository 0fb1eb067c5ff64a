import type { QuizSettings } from '../services/activity_settings.js'
import type { Attempts } from '../services/grading.js'

/** The remaining attempts at a quiz, in the same form for each page: web/components/AttemptsLeft.tsx makes sentences of it. */
export function toAttemptsLeft(attempts: Attempts, settings: QuizSettings) {
  return {
    /** null: unlimited. */
    max_attempts: settings.max_attempts,
    attempts_used: attempts.used,
    attempts_left: attempts.left,
    /** No attempt can begin and none is running. */
    used_up: attempts.usedUp,
    /** An attempt is waiting for an examiner's decision; no new one can begin until then. */
    in_review: attempts.inReview,
    /** When new attempts become available, after the last one was used; null when none do automatically. */
    available_from: attempts.availableFrom?.toISOString() ?? null,
    /** The last submitted attempt, whose feedback can be read. */
    last_attempt: attempts.lastId,
  }
}
export type AttemptsFacts = ReturnType<typeof toAttemptsLeft>

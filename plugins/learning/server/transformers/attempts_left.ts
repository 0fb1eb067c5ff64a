import type { QuizSettings } from '../services/activity_settings.js'
import type { Attempts } from '../services/grading.js'

/** How often a quiz may still be tried, in the same words on each page: web/components/AttemptsLeft.tsx makes sentences of it. */
export function toAttemptsLeft(attempts: Attempts, settings: QuizSettings) {
  return {
    /** null: endless. */
    max_attempts: settings.max_attempts,
    attempts_used: attempts.used,
    attempts_left: attempts.left,
    /** None may begin and none is running. */
    used_up: attempts.usedUp,
    /** An examiner still has to decide on one: until then none begins. */
    in_review: attempts.inReview,
    /** When new ones come, after the last was used; null when none come by themselves. */
    available_from: attempts.availableFrom?.toISOString() ?? null,
    /** The last one that was submitted, whose feedback one may read. */
    last_attempt: attempts.lastId,
  }
}
export type AttemptsFacts = ReturnType<typeof toAttemptsLeft>

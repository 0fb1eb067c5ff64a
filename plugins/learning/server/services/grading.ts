import type { QuizSettings } from './activity_settings.js'

/**
 * One point per question.
 * @param right for each question, whether it was answered right
 * @returns percentage right, 0 to 100, rounded to a whole number
 */
export function gradeOf(right: readonly boolean[]): number {
  if (!right.length) return 0
  return Math.round((right.filter(Boolean).length * 100) / right.length)
}

export interface AttemptsLeft {
  /** null: unlimited. */
  left: number | null
  /** The time when new attempts become available, after the last one was used. */
  availableFrom: Date | null
}

/**
 * Returns the number of attempts left. With `days_until_new_attempts`, a new set becomes available that many days after the last submission
 * of a used-up set.
 * @param used attempts begun so far
 */
export function attemptsLeft(
  settings: Pick<QuizSettings, 'max_attempts' | 'days_until_new_attempts'>,
  used: number,
  lastSubmittedAt: Date | null,
  now: Date,
): AttemptsLeft {
  const { max_attempts: max, days_until_new_attempts: days } = settings
  if (max === null) return { left: null, availableFrom: null }
  const inThisSet = used % max
  const setIsUsed = used > 0 && inThisSet === 0
  if (!setIsUsed) return { left: max - inThisSet, availableFrom: null }
  if (!days || !lastSubmittedAt) return { left: 0, availableFrom: null }
  const availableFrom = new Date(lastSubmittedAt.getTime() + days * 86_400_000)
  return availableFrom <= now ? { left: max, availableFrom: null } : { left: 0, availableFrom }
}

export interface PastAttempts {
  /** Attempts begun so far. */
  used: number
  /** When the last one was submitted. */
  last: Date | null
  /** Id of the last submitted attempt. */
  lastId: number | null
  /** An attempt was begun and not submitted. */
  running: boolean
  /** An attempt is waiting for an examiner's decision. */
  inReview?: boolean | null
  /** Extra attempts given by a supervisor. */
  extra?: number | null
}

export interface Attempts extends AttemptsLeft {
  used: number
  /** Extra attempts given by a supervisor. */
  extra: number
  lastId: number | null
  /** An attempt was begun and not submitted. */
  running: boolean
  /** An attempt is waiting for an examiner's decision; no new one can begin until then. */
  inReview: boolean
  /**
   * No attempt can begin and none is running. This is the only answer to "can I try again" (false: yes, or continue the running attempt).
   */
  usedUp: boolean
}

/** The attempts that remain at a quiz; every page and every refusal uses this function. */
export function attemptsOf(settings: QuizSettings, { used, last, lastId, running, inReview, extra }: PastAttempts, now: Date): Attempts {
  // While an attempt runs, earlier submissions neither start nor end a wait. Extra attempts do not use up a set.
  const counted = attemptsLeft(settings, Math.max(0, used - (extra ?? 0)), running ? null : last, now)
  const waits = inReview ?? false
  return { ...counted, used, extra: extra ?? 0, lastId, running, inReview: waits, usedUp: (counted.left === 0 || waits) && !running }
}

import type { QuizSettings } from './activity_settings.js'

/**
 * One point a question.
 * @param right of each question whether it was answered right
 * @returns per cent right, 0 to 100, rounded to whole numbers
 */
export function gradeOf(right: readonly boolean[]): number {
  if (!right.length) return 0
  return Math.round((right.filter(Boolean).length * 100) / right.length)
}

export interface AttemptsLeft {
  /** null: endless. */
  left: number | null
  /** When new attempts come, after the last one was used. */
  availableFrom: Date | null
}

/**
 * How many attempts are left. With `days_until_new_attempts` a fresh set comes
 * that many days after the last submission of a used-up set.
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
  /** The last one that was submitted. */
  lastId: number | null
  /** One was begun and not submitted. */
  running: boolean
  /** An examiner still has to decide on one. */
  inReview?: boolean | null
  /** Given by a supervisor on top of the quiz's own. */
  extra?: number | null
}

export interface Attempts extends AttemptsLeft {
  used: number
  /** Given by a supervisor on top of the quiz's own. */
  extra: number
  lastId: number | null
  /** One was begun and not submitted. */
  running: boolean
  /** An examiner still has to decide on one: until then none begins. */
  inReview: boolean
  /** None may begin and none is running: the one answer to "may I try again" (false: yes, or go on with the one that runs). */
  usedUp: boolean
}

/** What may still be done about a quiz; every page and every refusal takes it from here. */
export function attemptsOf(settings: QuizSettings, { used, last, lastId, running, inReview, extra }: PastAttempts, now: Date): Attempts {
  // While one runs, what was submitted before it neither starts a wait nor ends one. What was given on top uses up no set.
  const counted = attemptsLeft(settings, Math.max(0, used - (extra ?? 0)), running ? null : last, now)
  const waits = inReview ?? false
  return { ...counted, used, extra: extra ?? 0, lastId, running, inReview: waits, usedUp: (counted.left === 0 || waits) && !running }
}

import { type Day, daysBetween } from '#core/kit/days'

/** What cancelling costs, as it was when it was booked. */
export interface Policy {
  /** Until so many days before the exam cancelling is free. */
  readonly freeDays: number
  /** Until so many days before it `partShare` is due, afterwards all. */
  readonly partDays: number
  /** Basis points. */
  readonly partShare: number
}

/** 14 and 7 days, half: the issue's own, where nobody set another. */
export const DEFAULT_POLICY: Policy = { freeDays: 14, partDays: 7, partShare: 5_000 }

/**
 * The share of the price that is due when it is cancelled today, in basis points.
 * @param exam the day of the exam; null: there is none, and a course is free until somebody began it
 */
export function dueShare(policy: Policy, { exam, begun, today }: { exam: Day | null; begun: boolean; today: Day }): number {
  if (!exam) return begun ? 10_000 : 0
  const left = daysBetween(today, exam)
  if (left >= policy.freeDays) return 0
  return left >= policy.partDays ? policy.partShare : 10_000
}

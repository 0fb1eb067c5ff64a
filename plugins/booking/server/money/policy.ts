import { type Day, daysBetween } from '#core/kit/days'

/** The cancellation policy at the time of booking. */
export interface Policy {
  /** Cancelling is free until this many days before the exam. */
  readonly freeDays: number
  /** Number of days before the start until which `partShare` is due. After that, everything is due. */
  readonly partDays: number
  /** Basis points. */
  readonly partShare: number
}

/** The default: 14 and 7 days, half. */
export const DEFAULT_POLICY: Policy = { freeDays: 14, partDays: 7, partShare: 5_000 }

/**
 * The share of the price that is due when it is cancelled today, in basis points.
 * @param exam the day of the exam; null without one: then a course is free until somebody started it
 */
export function dueShare(policy: Policy, { exam, begun, today }: { exam: Day | null; begun: boolean; today: Day }): number {
  if (!exam) return begun ? 10_000 : 0
  const left = daysBetween(today, exam)
  if (left >= policy.freeDays) return 0
  return left >= policy.partDays ? policy.partShare : 10_000
}

import type { ContractType } from '../../contract/index.js'

export interface LimitFacts {
  type: ContractType
  /** Of people, or of courses given; null: none. */
  limit: number | null
  /** For each past the limit, in cents; null: nothing is given past it. */
  extraCents: number | null
  /** How many count already. */
  used: number
  /** How many this use adds: people who are not in it yet, or courses given. */
  adds: number
}

/** What a use costs past the limit, in cents; null: it is refused. Pure. */
export function extraFor({ type, limit, extraCents, used, adds }: LimitFacts): number | null {
  if (type === 'unlimited' || limit === null) return 0
  const past = Math.max(0, used + adds - Math.max(limit, used))
  if (!past) return 0
  return extraCents === null ? null : past * extraCents
}

/**
 * When a contract runs out at the pace of so far, as days from today; null: it does not, or it is too early to say.
 * @param days that it has run
 */
export function runsOutIn({ limit, used, days }: { limit: number | null; used: number; days: number }): number | null {
  if (limit === null || used <= 0 || days < 7) return null
  if (used >= limit) return 0
  return Math.ceil(((limit - used) * days) / used)
}

/** From this share of the limit on one is warned. */
export const WARN_SHARE = 0.8
/** Days before its end on which one is warned. */
export const WARN_DAYS = 30

import type { ContractType } from '../../contract/index.js'

export interface LimitFacts {
  type: ContractType
  /** The limit, of people or of courses given; null: none. */
  limit: number | null
  /** The price per use past the limit, in cents; null: nothing is given past it. */
  extraCents: number | null
  /** The number that counts already. */
  used: number
  /** The number that this use adds: people who are not counted yet, or courses given. */
  adds: number
}

/** The price of a use past the limit, in cents; null: it is refused. Pure. */
export function extraFor({ type, limit, extraCents, used, adds }: LimitFacts): number | null {
  if (type === 'unlimited' || limit === null) return 0
  const past = Math.max(0, used + adds - Math.max(limit, used))
  if (!past) return 0
  return extraCents === null ? null : past * extraCents
}

/**
 * Returns the number of days until a contract runs out at the current rate; null if it does not, or if it is too early to tell.
 * @param days since its start
 */
export function runsOutIn({ limit, used, days }: { limit: number | null; used: number; days: number }): number | null {
  if (limit === null || used <= 0 || days < 7) return null
  if (used >= limit) return 0
  return Math.ceil(((limit - used) * days) / used)
}

/** The share of the limit from which a warning is sent. */
export const WARN_SHARE = 0.8
/** Days before its end on which a warning is sent. */
export const WARN_DAYS = 30

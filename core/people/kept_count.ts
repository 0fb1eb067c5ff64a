import { currentScope } from '../tenancy/scope.js'

/** Smaller numbers are counted each time: it costs nothing, and people see their own change at once. */
const WORTH_KEEPING = 2000
const KEEP_MS = 30_000
const MOST_KEPT = 500

const kept = new Map<string, { total: number; until: number }>()

/**
 * Counts the rows of a list. A large number is kept for half a minute, per
 * company and filter: between two pages of 100,000 people nobody needs it exact.
 * @param filter what decides which rows are meant
 */
export async function keptCount(filter: readonly unknown[], count: () => PromiseLike<{ total: number | string }[]>): Promise<number> {
  const scope = currentScope()
  const key = JSON.stringify([scope?.kind === 'company' ? scope.companyId : 'across', ...filter])
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.total
  kept.delete(key)
  const [row] = await count()
  const total = Number(row?.total ?? 0)
  if (total >= WORTH_KEEPING) {
    kept.set(key, { total, until: Date.now() + KEEP_MS })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  }
  return total
}

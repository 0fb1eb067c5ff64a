import { LargeResults } from '../cache/large_results.js'

const kept = new LargeResults<number>((total) => total)

/**
 * Counts the rows of a list. A large count is cached for half a minute, per company and filter.
 * @param filter identifies which rows are counted
 */
export function cachedCount(filter: readonly unknown[], count: () => PromiseLike<{ total: number | string }[]>): Promise<number> {
  return kept.get(filter, async () => {
    const [row] = await count()
    return Number(row?.total ?? 0)
  })
}

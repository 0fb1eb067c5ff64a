import { KeptAnswers } from '../memory/kept_answers.js'

const kept = new KeptAnswers<number>((total) => total)

/**
 * Counts the rows of a list. A large number is kept for half a minute, per
 * company and filter: between two pages of 100,000 people nobody needs it exact.
 * @param filter what decides which rows are meant
 */
export function keptCount(filter: readonly unknown[], count: () => PromiseLike<{ total: number | string }[]>): Promise<number> {
  return kept.get(filter, async () => {
    const [row] = await count()
    return Number(row?.total ?? 0)
  })
}

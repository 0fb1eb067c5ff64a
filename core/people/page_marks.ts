import { LargeResults } from '../cache/large_results.js'

/** The first row of an opened page of a long list: the number of rows before it, and its position in the order. */
export interface PageMark {
  before: number
  /** The sort value as the database writes it; null comes last. */
  value: string | null
  id: number
}

/** Skipping fewer rows takes no time. */
export const DEEP_OFFSET = 2500
const MOST_MARKS = 200

// As long as the list's count is cached: pages that are opened by number need no exact position.
const kept = new LargeResults<PageMark[]>(() => Infinity)

/** The marks of a long list, kept for half a minute; add to them with `addMark`. @param key identifies the list and its order */
export const marksOf = (key: readonly unknown[]): Promise<PageMark[]> => kept.get(key, () => Promise.resolve([]))

/** The last mark before a position, from which fewer rows are skipped than from either end. */
export function nearestMark(marks: readonly PageMark[], skip: number, total: number): PageMark | undefined {
  const sooner = Math.min(skip, total - skip)
  return marks
    .filter(({ before }) => before <= skip && skip - before < sooner)
    .sort((a, b) => b.before - a.before)
    .at(0)
}

/** Stores where a page started. */
export function addMark(marks: PageMark[], mark: PageMark): void {
  if (marks.length < MOST_MARKS && !marks.some(({ before }) => before === mark.before)) marks.push(mark)
}

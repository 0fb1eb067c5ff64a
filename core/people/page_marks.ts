import { KeptAnswers } from '../memory/kept_answers.js'

/** A row that a page of a long list began with: how many come before it, and its place in the order. */
export interface PageMark {
  before: number
  /** What the list is sorted by, as the database writes it; null comes last. */
  value: string | null
  id: number
}

/** Fewer rows are walked past in no time. */
export const FAR = 2500
const MOST_MARKS = 200

// As long as the count of the list: between two pages that somebody goes to by number nobody needs their place exact.
const kept = new KeptAnswers<PageMark[]>(() => Infinity)

/** The marks of a long list, for half a minute: add to them by `addMark`. @param key what decides the list and its order */
export const marksOf = (key: readonly unknown[]): Promise<PageMark[]> => kept.get(key, () => Promise.resolve([]))

/** The last mark up to a place in the list, from which less has to be walked past than from its beginning or its end. */
export function nearestMark(marks: readonly PageMark[], skip: number, total: number): PageMark | undefined {
  const sooner = Math.min(skip, total - skip)
  return marks
    .filter(({ before }) => before <= skip && skip - before < sooner)
    .sort((a, b) => b.before - a.before)
    .at(0)
}

/** Remembers where a page began. */
export function addMark(marks: PageMark[], mark: PageMark): void {
  if (marks.length < MOST_MARKS && !marks.some(({ before }) => before === mark.before)) marks.push(mark)
}

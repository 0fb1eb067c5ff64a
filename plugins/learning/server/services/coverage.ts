// Which parts of a video were watched. Pure: parts in milliseconds of the film, from the first to before the last.

export type Part = [from: number, to: number]

/** So much of a video must be watched: the end of a film is often a black picture. */
export const WATCHED_PERCENT = 90
/** The fastest that a film is played; nobody has watched more of it than the time allows. */
export const MAX_SPEED = 2
/** What may be reported at once, in milliseconds of film: so much is kept for who had no network meanwhile. */
export const MAX_CREDIT = 600_000
/** What may be reported before any time went by: clocks and timers are not exact. */
export const FIRST_CREDIT = 2_000

export const lengthOf = (parts: readonly Part[]) => parts.reduce((sum, [from, to]) => sum + to - from, 0)

/** Whole per cent of a film of so many seconds, rounded down. */
export const percentOf = (covered: readonly Part[], seconds: number) =>
  seconds > 0 ? Math.min(100, Math.floor((lengthOf(covered) * 100) / (seconds * 1000))) : 0

/** Parts in order, those that touch as one. */
export function merge(parts: readonly Part[]): Part[] {
  const merged: Part[] = []
  for (const [from, to] of [...parts].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) merged.push([from, to])
  }
  return merged
}

/** What of a part is not covered yet. */
function uncovered([from, to]: Part, covered: readonly Part[]): Part[] {
  const open: Part[] = []
  let at = from
  for (const [start, end] of covered) {
    if (end <= at || start >= to) continue
    if (start > at) open.push([at, start])
    at = Math.max(at, end)
  }
  if (at < to) open.push([at, to])
  return open
}

export interface Viewed {
  covered: readonly Part[]
  /** What more of the film may be reported, in milliseconds, as of `reportedAt`. */
  credit: number
  reportedAt: Date
}

/**
 * Takes in what somebody says they watched: as much of what is new as the time since allows, the first of it first.
 * What is beyond is left out, and may be said again later.
 */
export function watch(before: Viewed, said: readonly Part[], now: Date): { covered: Part[]; credit: number } {
  const elapsed = Math.max(0, now.getTime() - before.reportedAt.getTime())
  let credit = Math.min(MAX_CREDIT, Math.floor(before.credit + elapsed * MAX_SPEED))
  let covered = merge(before.covered)
  for (const part of merge(said)) {
    for (const [from, to] of uncovered(part, covered)) {
      if (credit <= 0) return { covered, credit: 0 }
      const end = Math.min(to, from + credit)
      credit -= end - from
      covered = merge([...covered, [from, end]])
    }
  }
  return { covered, credit }
}

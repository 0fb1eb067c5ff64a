// Which parts of a video were watched. Pure. Parts are in milliseconds of the video; the start is included, the end is not.

export type Part = [from: number, to: number]

/** The percentage of a video that must be watched; the end of a video is often a black screen. */
export const WATCHED_PERCENT = 90
/** The highest playback speed; more video cannot have been watched in the elapsed time. */
export const MAX_SPEED = 2
/** The most that can be reported at once, in milliseconds of video, for a person who had no network meanwhile. */
export const MAX_CREDIT = 600_000
/** The amount that can be reported before any time has passed, because clocks and timers are not exact. */
export const FIRST_CREDIT = 2_000

export const lengthOf = (parts: readonly Part[]) => parts.reduce((sum, [from, to]) => sum + to - from, 0)

/** The percentage covered of a video with this length in seconds, rounded down to a whole number. */
export const percentOf = (covered: readonly Part[], seconds: number) =>
  seconds > 0 ? Math.min(100, Math.floor((lengthOf(covered) * 100) / (seconds * 1000))) : 0

/** Sorts the parts and joins the ones that touch. */
export function merge(parts: readonly Part[]): Part[] {
  const merged: Part[] = []
  for (const [from, to] of [...parts].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) merged.push([from, to])
  }
  return merged
}

/** The subparts that are not covered yet. */
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
  /** The milliseconds of video that can still be reported, as of `reportedAt`. */
  credit: number
  reportedAt: Date
}

/** Adds reported parts: as much new video as the elapsed time allows, in order. The rest is ignored and can be reported again later. */
export function creditParts(before: Viewed, said: readonly Part[], now: Date): { covered: Part[]; credit: number } {
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

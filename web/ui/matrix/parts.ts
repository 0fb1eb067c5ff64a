import type { Span } from './use_window.js'

/** Rows are read by so many at once. */
export const PART = 50
/** So many rows before and after those in sight are read ahead. */
const AHEAD = 25

/** Which parts those rows and the ones around them lie in, by number from 0; never outside. Pure. */
export function partsOf({ from, to }: Span, count: number): Span {
  const last = Math.max(0, Math.ceil(count / PART))
  return { from: Math.min(last, Math.max(0, Math.floor((from - AHEAD) / PART))), to: Math.min(last, Math.ceil((to + AHEAD) / PART)) }
}

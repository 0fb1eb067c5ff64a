import type { Span } from './use_window.js'

/** Number of rows per request. */
export const PART = 50
/** This many rows before and after those in view are loaded too. */
const AHEAD = 25

/** The parts that contain these rows and the ones around them, numbered from 0 and within bounds. Pure. */
export function partsOf({ from, to }: Span, count: number): Span {
  const last = Math.max(0, Math.ceil(count / PART))
  return { from: Math.min(last, Math.max(0, Math.floor((from - AHEAD) / PART))), to: Math.min(last, Math.ceil((to + AHEAD) / PART)) }
}

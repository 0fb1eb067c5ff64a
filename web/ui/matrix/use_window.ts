import { useCallback, useState } from 'react'

/** What is drawn of a long line of things: `from` up to, and without, `to`. */
export interface Span {
  from: number
  to: number
}

/** Of more than these only those in sight are drawn. */
export const MANY = 24
/** So many more at each side than are in sight: scrolling finds them drawn. */
const BESIDE = 4
/** It moves on by so many at once: drawing is for several steps of the wheel, not for each. */
const STEP = 2

/** The span of things of one size that are in sight, and some beside. Pure. All in pixels but the count. */
export function spanOf(count: number, size: number, offset: number, room: number): Span {
  if (count <= MANY) return { from: 0, to: count }
  const first = Math.floor(offset / size / STEP) * STEP - BESIDE
  const last = Math.ceil((offset + room) / size / STEP) * STEP + BESIDE
  return { from: Math.max(0, Math.min(first, count - 1)), to: Math.min(count, Math.max(last, 1)) }
}

const sameSpan = (a: Span, b: Span) => a.from === b.from && a.to === b.to

/** A span that is a new one only when another part of the line is in sight. @param room in pixels, about as much as there will be */
export function useWindow(count: number, size: number, room: number): [Span, (offset: number, room: number) => void] {
  const [place, setPlace] = useState({ offset: 0, room })
  const look = useCallback(
    (offset: number, room: number) =>
      setPlace((before) =>
        sameSpan(spanOf(count, size, before.offset, before.room), spanOf(count, size, offset, room)) ? before : { offset, room },
      ),
    [count, size],
  )
  return [spanOf(count, size, place.offset, place.room), look]
}

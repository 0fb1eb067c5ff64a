import { useCallback, useState } from 'react'

/** The rendered range of a long line of items: from `from` up to, but not including, `to`. */
export interface Span {
  from: number
  to: number
}

/** Above this number only items in view are rendered. */
export const MANY = 24
/** This many more are rendered on each side, so that scrolling finds them ready. */
const BESIDE = 4
/** The range moves in steps of this many, so that one render serves several steps of the wheel. */
const STEP = 2

/** The range of equally sized items in view, plus some around them. Pure. All values but the count are in pixels. */
export function spanOf(count: number, size: number, offset: number, room: number): Span {
  if (count <= MANY) return { from: 0, to: count }
  const first = Math.floor(offset / size / STEP) * STEP - BESIDE
  const last = Math.ceil((offset + room) / size / STEP) * STEP + BESIDE
  return { from: Math.max(0, Math.min(first, count - 1)), to: Math.min(count, Math.max(last, 1)) }
}

const sameSpan = (a: Span, b: Span) => a.from === b.from && a.to === b.to

/** A range that only changes when another part of the line comes into view. @param room estimated size in pixels before it is measured */
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

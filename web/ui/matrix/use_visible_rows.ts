import { useCallback, useEffect, useRef, useState } from 'react'
import { useApiParts, type ApiPart } from '#web/api'
import { PART, partsOf } from './parts.js'
import type { Span } from './use_window.js'

/** Milliseconds of rest before loading: dragging the scrollbar loads only the rows it stops at, not all that it passes. */
const SETTLED = 80

interface Options<R> {
  /** The first part, which the list itself loads. */
  first: readonly R[] | undefined
  total: number
  partOf: (page: number) => ApiPart<{ data: R[] }>
  /** The key of the rows. A new key means new rows. */
  asked: string
}

const START: Span = { from: 0, to: 1 }

/** The rows of a long list by index, loaded in parts around the visible ones. */
export function useVisibleRows<R>({ first, total, partOf, asked }: Options<R>) {
  const [place, setPlace] = useState({ asked, parts: START })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(START)
  const look = useCallback(
    (span: Span) => {
      latest.current = partsOf(span, total)
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        const parts = latest.current
        setPlace((before) =>
          before.asked === asked && before.parts.from === parts.from && before.parts.to === parts.to ? before : { asked, parts },
        )
      }, SETTLED)
    },
    [asked, total],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [look],
  )
  // For other rows, the view starts at the first.
  const parts = place.asked === asked ? place.parts : START
  const from = Math.max(1, parts.from)
  const numbers = Array.from({ length: Math.max(0, Math.min(parts.to, Math.ceil(total / PART)) - from) }, (_, index) => from + index)
  const { answers, error, retry } = useApiParts(numbers.map((number) => partOf(number + 1)))
  const rowAt = useCallback(
    (index: number): R | undefined => {
      const number = Math.floor(index / PART)
      const part = number === 0 ? first : number < from ? undefined : answers[number - from]?.data
      return part?.[index % PART]
    },
    [first, answers, from],
  )
  return { count: total, rowAt, look, error, retry }
}

import { Box } from '@mui/material'
import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/** Whether a page of this visit already used it: later pages render at once. */
let wasLeft = false

/**
 * Renders the parts of a long page one after the other on the first page of a visit: each is a short task, so that input does not wait.
 * Later pages, and addresses that name a part, render at once, so that the scroll position can be restored.
 */
export function InTurns({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children)
  const { key, hash } = useLocation()
  const [drawn, setDrawn] = useState(key === 'default' && !hash && !wasLeft ? 1 : Infinity)
  const isWhole = drawn >= parts.length
  useEffect(() => {
    if (drawn === Infinity) return
    // Once all are rendered, later parts render at once.
    const next = setTimeout(() => startTransition(() => setDrawn(isWhole ? Infinity : drawn + 1)))
    return () => clearTimeout(next)
  }, [drawn, isWhole])
  useEffect(
    () => () => {
      wasLeft = true
    },
    [],
  )
  return (
    <>
      {parts.slice(0, drawn)}
      {/* Keeps the content below the page out of view until it is in its final place. */}
      {!isWhole && <Box sx={{ minHeight: '100vh' }} />}
    </>
  )
}

import { Box } from '@mui/material'
import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/** One has been on from the page that the visit began with: what is drawn now one came to through the app, or back to. */
let wasLeft = false

/**
 * Parts of a long page, drawn one after the other where the page is the first of a visit: each is a task of its own, and what is pressed meanwhile
 * waits for one of them alone. On the way through the app, and where the address names a part, all are there at once: one comes back to where one was.
 */
export function InTurns({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children)
  const { key, hash } = useLocation()
  const [drawn, setDrawn] = useState(key === 'default' && !hash && !wasLeft ? 1 : Infinity)
  const isWhole = drawn >= parts.length
  useEffect(() => {
    if (drawn === Infinity) return
    // Once all were there, one that joins them later is drawn at once and takes none away.
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
      {/* What stands below the page stays out of sight until it is where it belongs. */}
      {!isWhole && <Box sx={{ minHeight: '100vh' }} />}
    </>
  )
}

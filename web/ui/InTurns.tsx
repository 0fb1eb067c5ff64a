import { Box } from '@mui/material'
import { Children, startTransition, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/**
 * Parts of a long page, drawn one after the other where the page is the first of a visit: each is a task of its own, and what is pressed meanwhile
 * waits for one of them alone. On the way through the app, and where the address names a part, all are there at once: one comes back to where one was.
 */
export function InTurns({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children)
  const { key, hash } = useLocation()
  const [drawn, setDrawn] = useState(key === 'default' && !hash ? 1 : Infinity)
  const isWhole = drawn >= parts.length
  useEffect(() => {
    if (isWhole) return
    const next = setTimeout(() => startTransition(() => setDrawn((count) => count + 1)))
    return () => clearTimeout(next)
  }, [drawn, isWhole])
  return (
    <>
      {parts.slice(0, drawn)}
      {/* What stands below the page stays out of sight until it is where it belongs. */}
      {!isWhole && <Box sx={{ minHeight: '100vh' }} />}
    </>
  )
}

import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const unsaved = new Set<symbol>()
/** When set, the page is left on purpose (sign-out, expiry) and no question is asked. */
let leaving = false

/** Whether typed work would be lost by loading the page anew. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0
}

/** Called just before a navigation that must not be held up. */
export function leaveWithoutAsking(): void {
  leaving = true
}

window.addEventListener('beforeunload', (event) => {
  if (leaving || !hasUnsavedWork()) return
  event.preventDefault()
})

/**
 * Guards typed work: while `dirty` the platform does not reload itself for a
 * new version, the browser asks before closing, and a click on a link is held.
 * Show a dialog while `state` is `blocked`; `proceed` leaves, `reset` stays.
 */
export function useUnsavedGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    const mark = Symbol('unsaved')
    unsaved.add(mark)
    return () => void unsaved.delete(mark)
  }, [dirty])
  return useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !leaving && currentLocation.pathname !== nextLocation.pathname,
  )
}

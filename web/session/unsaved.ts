import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isLeaving, markUnsaved } from './unsaved_marks.js'

/**
 * Guards typed work: while `dirty` the platform does not reload itself for a
 * new version, the browser asks before closing, and a click on a link is held.
 * Show a dialog while `state` is `blocked`; `proceed` leaves, `reset` stays.
 */
export function useUnsavedGuard(dirty: boolean) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  return useBlocker(({ currentLocation, nextLocation }) => dirty && !isLeaving() && currentLocation.pathname !== nextLocation.pathname)
}

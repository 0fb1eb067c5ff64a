import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { isLeaving, markUnsaved } from './unsaved_marks.js'

/** What a page is about stands in these; any other parameter leaves its forms where they are. */
const ABOUT = ['tab', 'id', 'participant']

function isElsewhere(from: Location, to: Location): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return from.pathname !== to.pathname || ABOUT.some((name) => before.get(name) !== after.get(name))
}

/**
 * Guards typed work: while `dirty` the platform does not reload itself for a
 * new version, the browser asks before closing, and a click on a link is held.
 * Show a dialog while `state` is `blocked`; `proceed` leaves, `reset` stays.
 * @param inPanel it is typed in a panel: "back" closes that, on the same page
 */
export function useUnsavedGuard(dirty: boolean, inPanel = false) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  return useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && !isLeaving() && (isElsewhere(currentLocation, nextLocation) || (inPanel && historyAction === 'POP')),
  )
}

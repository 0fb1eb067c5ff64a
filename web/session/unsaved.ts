import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { isLeaving, markUnsaved } from './unsaved_marks.js'

/** The path and these parameters decide what a page is about; other parameters keep its forms. */
const ABOUT = ['tab', 'id', 'participant']

function isElsewhere(from: Location, to: Location): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return from.pathname !== to.pathname || ABOUT.some((name) => before.get(name) !== after.get(name))
}

/**
 * Guards typed work: while `dirty` the page does not reload for a new version, the browser asks before closing, and link clicks are held.
 * Show a dialog while `state` is `blocked`; `proceed` leaves, `reset` stays.
 * @param inPanel the form is in a panel: "back" closes the panel on the same page
 */
export function useUnsavedGuard(dirty: boolean, inPanel = false) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  return useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && !isLeaving() && (isElsewhere(currentLocation, nextLocation) || (inPanel && historyAction === 'POP')),
  )
}

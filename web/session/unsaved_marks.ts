import { isBusy } from '../boot/busy.js'
import { createSignal } from '../boot/signal.js'

const unsaved = new Set<symbol>()
/** Set when the page is left on purpose (sign-out, expiry), so that nothing is asked. */
let leaving = false
/** Tells listeners that `isLeaving` changed. */
export const leavingChanged = createSignal()

/** Whether reloading would lose typed work. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0
}

/** The number of forms with unsaved work. */
export const unsavedForms = (): number => unsaved.size

/** Whether the page must stay: typed or running work. */
export const isHeld = (): boolean => hasUnsavedWork() || isBusy()

/** Called just before a navigation that must not be held. */
export function leaveWithoutAsking(): void {
  leaving = true
  leavingChanged.emit()
}

/** Marks typed work as unsaved; returns a function that removes the mark. */
export function markUnsaved(): () => void {
  const mark = Symbol('unsaved')
  unsaved.add(mark)
  // Only while needed: a beforeunload listener keeps a page out of the back/forward cache in some browsers.
  window.addEventListener('beforeunload', ask)
  return () => {
    unsaved.delete(mark)
    if (!unsaved.size) window.removeEventListener('beforeunload', ask)
  }
}

export const isLeaving = () => leaving

/** The page was restored by the browser. */
export function clearLeavingMarks(): void {
  leaving = false
  leavingChanged.emit()
}

function ask(event: BeforeUnloadEvent): void {
  if (!leaving) event.preventDefault()
}

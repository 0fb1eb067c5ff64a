import { isBusy } from '../boot/busy.js'
import { createSignal } from '../boot/signal.js'

const unsaved = new Set<symbol>()
/** When set, the page is left on purpose (sign-out, expiry) and no question is asked. */
let leaving = false
/** `isLeaving` says something else from now on. */
export const leavingChanged = createSignal()

/** Whether typed work would be lost by loading the page anew. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0
}

/** How many forms of the page hold such work. */
export const unsavedForms = (): number => unsaved.size

/** Whether the page may not be taken from the person just now: typed work, or something that runs. */
export const isHeld = (): boolean => hasUnsavedWork() || isBusy()

/** Called just before a navigation that must not be held up. */
export function leaveWithoutAsking(): void {
  leaving = true
  leavingChanged.emit()
}

/** Marks typed work as unsaved; gives back the function that takes the mark away. */
export function markUnsaved(): () => void {
  const mark = Symbol('unsaved')
  unsaved.add(mark)
  // Only while there is something to ask: some browsers keep no page for going back that listens to this.
  window.addEventListener('beforeunload', ask)
  return () => {
    unsaved.delete(mark)
    if (!unsaved.size) window.removeEventListener('beforeunload', ask)
  }
}

export const isLeaving = () => leaving

/** The page was left and is there again, as it was. */
export function stayed(): void {
  leaving = false
  leavingChanged.emit()
}

function ask(event: BeforeUnloadEvent): void {
  if (!leaving) event.preventDefault()
}

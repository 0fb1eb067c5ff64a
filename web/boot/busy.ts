const busy = new Set<symbol>()

/** Whether something runs that must not be interrupted: an attempt, an upload, a payment. */
export function isBusy(): boolean {
  return busy.size > 0
}

/**
 * Marks such work until the returned function is called: meanwhile the page neither signs out by itself nor reloads for a new version.
 * Leaving on purpose asks nothing; use `markUnsaved` for work that would be lost.
 */
export function markBusy(): () => void {
  const mark = Symbol('busy')
  busy.add(mark)
  return () => void busy.delete(mark)
}

const busy = new Set<symbol>()

/** Whether something runs here that must not be cut off: an attempt, an upload, a payment. */
export function isBusy(): boolean {
  return busy.size > 0
}

/**
 * Says that something runs which must not be cut off: until the function that is given back is called, the page is neither signed
 * out by itself nor loaded anew for a version. Leaving on purpose asks nothing; for what would be lost there is `markUnsaved`.
 */
export function markBusy(): () => void {
  const mark = Symbol('busy')
  busy.add(mark)
  return () => void busy.delete(mark)
}

import { useEffect } from 'react'
import { markBusy } from '../boot/busy.js'

/** While `busy` (an attempt, an upload, a payment) the page neither signs out by itself nor reloads for a version. */
export function useBusy(busy: boolean): void {
  useEffect(() => (busy ? markBusy() : undefined), [busy])
}

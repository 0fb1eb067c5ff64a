import { useEffect } from 'react'
import { markBusy } from '../boot/busy.js'

/** While `busy` (an attempt, an upload, a payment) the page is neither signed out by itself nor loaded anew for a version. */
export function useBusy(busy: boolean): void {
  useEffect(() => (busy ? markBusy() : undefined), [busy])
}

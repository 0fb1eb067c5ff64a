import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { cspNonce } from '../../boot/bootstrap.js'
import { pendingToastsAtom } from './toast_queue.js'

declare global {
  interface Window {
    /** The nonce for goober, the style library inside notistack. */
    __nonce__?: string
  }
}

const ToastStack = lazy(() => {
  if (cspNonce) window.__nonce__ = cspNonce
  return import('./ToastStack.js')
})

/** Rendered once in the app. Loads the stack with the first toast, so that the sign-in page does not load it. */
export function ToastHost() {
  const waiting = useAtomValue(pendingToastsAtom).length > 0
  const [needed, setNeeded] = useState(false)
  if (waiting && !needed) setNeeded(true)
  if (!needed) return null
  return (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  )
}

import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { cspNonce } from '../../boot/bootstrap.js'
import { pendingToastsAtom } from './toast_queue.js'

declare global {
  interface Window {
    /** goober, the style library inside notistack, takes its nonce from here. */
    __nonce__?: string
  }
}

const ToastStack = lazy(() => {
  if (cspNonce) window.__nonce__ = cspNonce
  return import('./ToastStack.js')
})

/** Stands once in the app. Loads the stack when the first toast comes, so that the login page does not carry it. */
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

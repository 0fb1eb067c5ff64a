import { startTransition, useEffect, useState } from 'react'
import { loadMessages } from './messages.js'

/**
 * Whether the texts of these plugins (or parts) are loaded, for a page that shows others' names. Also true when loading failed: then ids
 * are shown and the page works.
 */
export function useMessagesOf(parts: readonly string[]): boolean {
  const [ready, setReady] = useState(false)
  const wanted = [...new Set(parts)].join(' ')
  useEffect(() => {
    let isCurrent = true
    // Components that waited for them render as a transition.
    void loadMessages(...wanted.split(' ').filter(Boolean)).then(() => startTransition(() => setReady((before) => before || isCurrent)))
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return ready
}

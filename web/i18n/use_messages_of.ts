import { startTransition, useEffect, useState } from 'react'
import { loadMessages } from './messages.js'

/**
 * Whether the words of these plugins (or parts of one) are there, for a page that shows names of others. True too when they could not be had:
 * then ids show, and the page works.
 */
export function useMessagesOf(parts: readonly string[]): boolean {
  const [ready, setReady] = useState(false)
  const wanted = [...new Set(parts)].join(' ')
  useEffect(() => {
    let isCurrent = true
    // What waited for them is drawn in slices.
    void loadMessages(...wanted.split(' ').filter(Boolean)).then(() => startTransition(() => setReady((before) => before || isCurrent)))
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return ready
}

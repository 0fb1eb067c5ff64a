import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { store } from '../boot/store.js'
import { logPageView } from './measuring.js'

/** Set while the page does not know yet whether it is what the person will see. */
const heldAtom = atom(false)

/**
 * For a page that may lead on to another: `useHeldView(isPending)`. While true
 * it is not logged, and never when the person is sent on meanwhile.
 */
export function useHeldView(held: boolean): void {
  const setHeld = useSetAtom(heldAtom)
  useEffect(() => {
    setHeld(held)
    return () => setHeld(false)
  }, [held, setHeld])
}

interface PageViewProps {
  route: string
  place: string
}

/**
 * Logs each address once, when its page is there: stands beside the page, so
 * that it waits for the same code and goes with it when the page breaks. The
 * next step of a course has the same route and is a view of its own.
 */
export function PageView({ route, place }: PageViewProps) {
  const held = useAtomValue(heldAtom)
  const logged = useRef<string | null>(null)
  useEffect(() => {
    // The page's own effects came first: what it said a moment ago stands in the store already.
    if (held || store.get(heldAtom) || logged.current === place) return
    logged.current = place
    logPageView(route)
  }, [route, place, held])
  return null
}

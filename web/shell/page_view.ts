import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { store } from '../boot/store.js'
import { logPageView } from './measuring.js'

/** Set while the page does not know yet whether it will redirect. */
const heldAtom = atom(false)

/** For a page that may redirect: `useHeldView(isPending)`. While true its view is not logged. */
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
 * Logs each address once, when its page is shown. It is rendered beside the page, so that it waits for the same code and disappears when
 * the page breaks. The next step of a course has the same route and counts as a view.
 */
export function PageView({ route, place }: PageViewProps) {
  const held = useAtomValue(heldAtom)
  const logged = useRef<string | null>(null)
  useEffect(() => {
    // The page's own effects ran first, so the store is current.
    if (held || store.get(heldAtom) || logged.current === place) return
    logged.current = place
    logPageView(route)
  }, [route, place, held])
  return null
}

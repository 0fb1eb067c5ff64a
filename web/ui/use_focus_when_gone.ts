import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * A button may go away with what it did: withdrawn once, there is nothing more to withdraw. Where that left the focus nowhere it goes to
 * the page's title, as after arriving: Tab goes on from there, and no phone opens its keyboard.
 * @returns for `onFocus` of what holds such buttons
 */
export function useFocusWhenGone(): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<HTMLElement | null>(null)
  // After each drawing: the button may go before the dialog that it opened does, or after.
  useEffect(() => {
    if (!last.current || last.current.isConnected) return undefined
    const frame = requestAnimationFrame(() => {
      const at = document.activeElement
      if (at?.closest('[role=dialog], [role=alertdialog]')) return
      last.current = null
      if (!at || at === document.body) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  })
  return ({ target }) => {
    last.current = target
  }
}

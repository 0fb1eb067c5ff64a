import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * A button may disappear after its action: once withdrawn, there is nothing left to withdraw. When the focus is lost by that, it moves to
 * the page's title, as after navigation: Tab continues from there, and no on-screen keyboard opens.
 * @returns the `onFocus` handler for the element around such buttons
 */
export function useFocusWhenGone(): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<HTMLElement | null>(null)
  // After every render: the button may disappear before or after the dialog that it opened.
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

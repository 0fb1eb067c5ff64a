const PATIENCE = 3_000

/**
 * Moves the focus to the page's h1 after navigation, so that a screen reader
 * says where one is and Tab goes on from there. A page that is still loading
 * gets it on <main> first. Gives back the function that stops waiting.
 */
export function focusHeading(main: HTMLElement): () => void {
  const focusH1 = () => {
    const heading = main.querySelector('h1')
    if (!heading) return false
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (focusH1()) return () => undefined
  main.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    // Whoever has moved on by now is left alone.
    if (document.activeElement !== main || focusH1()) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), PATIENCE)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

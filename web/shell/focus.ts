const PATIENCE = 3_000

/**
 * Moves the focus to the page's h1 after navigation, for screen readers and the Tab key. While the page loads, <main> has it first. Returns
 * a function that stops waiting.
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
    // Do not move the focus if the person has moved on.
    if (document.activeElement !== main || focusH1()) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), PATIENCE)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

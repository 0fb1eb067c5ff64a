/** Of the height of the window: below a head that is taller toasts would have no room. */
const LOWEST = 0.4

/**
 * Puts toasts below the head of the page, where that is in sight: its button is what is pressed next. Called when a page is drawn and when a
 * toast comes.
 */
export function placeToasts(): void {
  const bottom = document.querySelector('[data-page-header]')?.getBoundingClientRect().bottom ?? 0
  const top = Math.min(Math.max(bottom, 0), window.innerHeight * LOWEST)
  document.documentElement.style.setProperty('--toasts-top', `${Math.round(top)}px`)
}

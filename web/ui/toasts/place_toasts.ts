/** Share of the window height: below a taller header toasts would have no room. */
const LOWEST = 0.4

/**
 * Places toasts below the visible part of the page header, whose button is often pressed next. Called when a page is rendered and when a
 * toast appears.
 */
export function placeToasts(): void {
  const bottom = document.querySelector('[data-page-header]')?.getBoundingClientRect().bottom ?? 0
  const top = Math.min(Math.max(bottom, 0), window.innerHeight * LOWEST)
  document.documentElement.style.setProperty('--toasts-top', `${Math.round(top)}px`)
}

import { bootstrap } from './bootstrap.js'

/**
 * The sign-in page is an app of its own without router, query client and navigation, so that a first visit loads little. Entering and
 * leaving it are page loads, because the server puts brand, language and person in the page.
 */
export const SIGN_IN_PAGES: readonly string[] = ['core.home', 'core.login']

/** Whether a path matches a page's pattern (`/a/:b/:c?`, `*` at the end). Enough of react-router's syntax to recognise the sign-in page. */
export function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  for (const [index, segment] of wanted.entries()) {
    if (segment === '*') return true
    const part = given[index]
    if (part === undefined) return wanted.slice(index).every((rest) => rest.endsWith('?') || rest === '*')
    if (!segment.startsWith(':') && segment.replace(/\?$/, '') !== part) return false
  }
  return given.length <= wanted.length
}

/** Whether this page is the sign-in page. `core.home` matches any first segment, so every other page is tried first. */
export function isSignInPage(path: string = location.pathname): boolean {
  if (bootstrap.error) return false
  const fitting = bootstrap.pages.filter((page) => fits(page.path, path)).map((page) => page.name)
  return fitting.length > 0 && fitting.every((name) => SIGN_IN_PAGES.includes(name))
}

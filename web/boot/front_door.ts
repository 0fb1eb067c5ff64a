import { bootstrap } from './bootstrap.js'

/**
 * The login page is an app of its own: it needs no router, no query client and
 * no navigation, and it is all that a first visit loads. Everything that leads
 * to it or away from it is a page load, because the server puts the brand, the
 * language and the person into the page.
 */
export const FRONT_DOOR_PAGES: readonly string[] = ['core.home', 'core.login']

/** Whether a path fits a page's pattern (`/a/:b/:c?`, `*` at the end). Enough of react-router's syntax to tell the door. */
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

/** True when this page is the login page. `core.home` fits any first segment, so every other page goes before it. */
export function isFrontDoor(path: string = location.pathname): boolean {
  if (bootstrap.error) return false
  const fitting = bootstrap.pages.filter((page) => fits(page.path, path)).map((page) => page.name)
  return fitting.length > 0 && fitting.every((name) => FRONT_DOOR_PAGES.includes(name))
}

import type { Role } from '#core/contract/roles'
import { homePath } from './home_path.js'

/** Seconds that a sign-in lasts (specification, section 9). */
export const LOGIN_LIFETIME = 43_200

/** A cookie that scripts can read, or null. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  try {
    return found ? decodeURIComponent(found.slice(name.length + 1)) : null
  } catch {
    // Not one of ours.
    return null
  }
}

/** Without `maxAge` the cookie lives until the browser closes. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`
}

/** The cookies that the route guard checks; the session itself is an HttpOnly cookie. */
export function writeLoginCookies(role: Role, seconds = LOGIN_LIFETIME): void {
  writeCookie('redirect', homePath(role), seconds)
  writeCookie('logged_in', '1', seconds)
  writeCookie('logged_in_session', '1')
}

export function expireLoginCookies(): void {
  for (const name of ['redirect', 'logged_in', 'logged_in_session']) writeCookie(name, '', 0)
}

/** Section 2: a protected page needs both cookies. */
export function hasLoginCookies(): boolean {
  return readCookie('logged_in') === '1' && readCookie('logged_in_session') === '1'
}

import type { Role } from '#core/contract/roles'
import { request } from '#web/api'
import { bootstrap } from '../boot/bootstrap.js'
import { broadcast } from '../boot/channel.js'
import { local, tab } from '../boot/safe_storage.js'
import { homePath } from './home_path.js'
import { expireLoginCookies, LOGIN_LIFETIME, writeLoginCookies } from './cookies.js'
import { goTo } from './navigate.js'
import { storeReturnPath, consumeReturnPath } from './return_path.js'

export const EXPIRES_KEY = 'session_expires_at'
export const WINDOW_KEY = 'window_identifier'
const ROLE_KEY = 'user_role'

/** The sign-in page of this company, or the platform's. */
export function loginPath(): string {
  return bootstrap.branding.loginId ? `/login/${bootstrap.branding.loginId}` : '/'
}

/** Sets the browser's part of a session (section 4) and tells the other tabs. */
export function startSession(role: Role, expiresAt?: string): void {
  const now = Date.now()
  const given = expiresAt ? Date.parse(expiresAt) : Number.NaN
  const until = Number.isNaN(given) ? now + LOGIN_LIFETIME * 1000 : given
  const identifier = `dftq-${Math.floor(Math.random() * 1000)}`
  // After switching companies the session still ends with its sign-in.
  writeLoginCookies(role, Math.round((until - now) / 1000))
  local.write(EXPIRES_KEY, new Date(until).toISOString())
  local.write(WINDOW_KEY, identifier)
  local.write(ROLE_KEY, role)
  broadcast({ type: 'logged_in', role, window: identifier })
}

/** After a successful sign-in: sets the session and goes to where the person was heading. */
export function completeSignIn(role: Role, expiresAt?: string): void {
  startSession(role, expiresAt)
  goTo(consumeReturnPath() ?? homePath(role))
}

/** Forgets the session in this browser, without telling the server or other tabs. */
export function clearSession(): void {
  tab.clear()
  local.remove(EXPIRES_KEY)
  local.remove(ROLE_KEY)
  expireLoginCookies()
}

/** Leaves the page to the person who is signed in now, without anything typed or shown on it. */
export function leaveToOthers(): void {
  tab.clear()
  goTo(loginPath())
}

interface SignOutOptions {
  /** The session expired; the sign-in page says so. */
  expired?: boolean
  /** It was ended early, elsewhere; the sign-in page says so. */
  ended?: boolean
  /** The account was deleted; the sign-in page says so. */
  deleted?: boolean
  /** Another tab did the work: only follow it. */
  following?: boolean
}

let signingOut = false

/** Whether this page was left by signing out: it is never shown again. */
export const hasSignedOut = (): boolean => signingOut

/** Signs out everywhere in this browser and shows the sign-in page. */
export async function signOut({ expired = false, ended = false, deleted = false, following = false }: SignOutOptions = {}): Promise<void> {
  if (signingOut) return
  signingOut = true
  const identifier = local.read(WINDOW_KEY) ?? ''
  const here = location.pathname + location.search
  if (!following) {
    try {
      // The server ends sessions by itself, so a lost connection must not keep the person here.
      await request('/public/auth/logout/', { signal: AbortSignal.timeout(5_000) })
    } catch {
      // See above.
    }
  }
  clearSession()
  if (expired || ended) storeReturnPath(here)
  if (!following) broadcast({ type: 'logged_out', window: identifier })
  const why = Object.entries({ expired, ended, deleted }).find(([, so]) => so)?.[0]
  goTo(loginPath() + (why ? `?${why}=1` : ''))
}

import type { Role } from '#core/contract/roles'
import { request } from '#web/api'
import { bootstrap } from '../boot/bootstrap.js'
import { broadcast } from '../boot/channel.js'
import { local, tab } from '../boot/safe_storage.js'
import { homePath } from './home_path.js'
import { expireLoginCookies, LOGIN_LIFETIME, writeLoginCookies } from './cookies.js'
import { goTo } from './navigate.js'
import { rememberReturn, takeReturn } from './return_path.js'

export const EXPIRES_KEY = 'session_expires_at'
export const WINDOW_KEY = 'window_identifier'
const ROLE_KEY = 'user_role'

/** The login page of this company; the platform's own when there is none. */
export function loginPath(): string {
  return bootstrap.branding.loginId ? `/login/${bootstrap.branding.loginId}` : '/'
}

/** Sets the browser's half of a session (section 4) and tells the other tabs. */
export function startSession(role: Role, expiresAt?: string): void {
  const now = Date.now()
  const given = expiresAt ? Date.parse(expiresAt) : Number.NaN
  const until = Number.isNaN(given) ? now + LOGIN_LIFETIME * 1000 : given
  const identifier = `dftq-${Math.floor(Math.random() * 1000)}`
  // A session that goes on in another company ends when its sign-in does.
  writeLoginCookies(role, Math.round((until - now) / 1000))
  local.write(EXPIRES_KEY, new Date(until).toISOString())
  local.write(WINDOW_KEY, identifier)
  local.write(ROLE_KEY, role)
  broadcast({ type: 'logged_in', role, window: identifier })
}

/** After the server accepted a sign-in: sets the session and goes where the person was heading. */
export function completeSignIn(role: Role, expiresAt?: string): void {
  startSession(role, expiresAt)
  goTo(takeReturn() ?? homePath(role))
}

/** Forgets the session in this browser, without telling the server or other tabs. */
export function clearSession(): void {
  tab.clear()
  local.remove(EXPIRES_KEY)
  local.remove(ROLE_KEY)
  expireLoginCookies()
}

/** Leaves the page to whoever is signed in in this browser by now: nothing of it, typed or shown, is left for them. */
export function leaveToOthers(): void {
  tab.clear()
  goTo(loginPath())
}

interface SignOutOptions {
  /** The session ran out; the login page says so. */
  expired?: boolean
  /** It was ended before its time, elsewhere; the login page says so. */
  ended?: boolean
  /** The account is gone; the login page says so. */
  deleted?: boolean
  /** Another tab did the work: only follow it. */
  following?: boolean
}

let signingOut = false

/** Whether this page was left by signing out: it is never shown again. */
export const hasSignedOut = (): boolean => signingOut

/** Signs out everywhere in this browser and shows the login page. */
export async function signOut({ expired = false, ended = false, deleted = false, following = false }: SignOutOptions = {}): Promise<void> {
  if (signingOut) return
  signingOut = true
  const identifier = local.read(WINDOW_KEY) ?? ''
  const here = location.pathname + location.search
  if (!following) {
    try {
      // The server keeps its own clock, so a lost connection must not hold the person here.
      await request('/public/auth/logout/', { signal: AbortSignal.timeout(5_000) })
    } catch {
      // See above.
    }
  }
  clearSession()
  if (expired || ended) rememberReturn(here)
  if (!following) broadcast({ type: 'logged_out', window: identifier })
  const why = Object.entries({ expired, ended, deleted }).find(([, so]) => so)?.[0]
  goTo(loginPath() + (why ? `?${why}=1` : ''))
}

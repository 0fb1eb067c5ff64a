import { atom } from 'jotai'
import { isAdminRole } from '#core/contract/roles'
import { readCookie, writeCookie } from '../session/cookies.js'
import { hasUnsavedWork } from '../session/unsaved_marks.js'
import { bootstrap } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'

// The server reads it too, to allow the tag manager's origin in the page's policy (core/pages/page.ts).
const COOKIE = 'measuring'
/** Half a year, in seconds: then the question is asked again. */
const CONSENT_LIFETIME = 180 * 86_400

export type Consent = 'undecided' | 'yes' | 'no'

const { tagManager } = bootstrap

/** A choice is about one tag manager. */
function readConsent(): Consent {
  const cookie = readCookie(COOKIE)
  if (!tagManager || !cookie?.endsWith(`.${tagManager.id}`)) return 'undecided'
  return cookie.startsWith('yes.') ? 'yes' : 'no'
}

export const consentAtom = atom<Consent>(readConsent())

/**
 * Stores the person's choice. A page's policy cannot change while it is open, so measuring starts and ends with a new page; typed work is
 * kept.
 */
export function decideConsent(consent: 'yes' | 'no'): void {
  if (!tagManager) return
  writeCookie(COOKIE, `${consent}.${tagManager.id}`, CONSENT_LIFETIME)
  store.set(consentAtom, consent)
  if ((consent === 'yes') !== tagManager.allowed && !hasUnsavedWork()) location.reload()
}

type Tracked = Window & { dataLayer?: object[] }

/** Loads the tag manager where the person agreed, before the first page is logged. */
export function startMeasuring(): void {
  if (!tagManager?.allowed) return
  const tracked = window as Tracked
  tracked.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }]
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManager.id)}`
  document.head.append(script)
}

/**
 * Logs one view of a page (specification, section 2): the platform counts it without the person, and the tag manager is told where the
 * person agreed.
 */
export function logPageView(route: string): void {
  if (isAdminRole(bootstrap.user?.user_role)) return
  if (tagManager?.allowed) (window as Tracked).dataLayer?.push({ event: 'page_view', route })
  // Nothing waits for it, and a failure does not matter.
  const token = bootstrap.framed?.token
  const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {}
  fetch(`/user/log?${new URLSearchParams({ route })}`, { keepalive: true, headers }).catch(() => undefined)
}

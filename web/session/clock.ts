import { request, sessionLost } from '#web/api'
import { bootstrap } from '../boot/bootstrap.js'
import { broadcast, onBroadcast } from '../boot/channel.js'
import { local } from '../boot/safe_storage.js'
import { createSignal } from '../boot/signal.js'
import { store } from '../boot/store.js'
import { isFramed, loggedInAtom } from './atoms.js'
import { EXPIRES_KEY, signOut } from './lifecycle.js'
import { goTo } from './navigate.js'
import { isStillTheSame, sessionRenewed } from './sign_in.js'
import { isHeld } from './unsaved_marks.js'

/** Seconds before the end at which the person is warned, the last one first (section 9). */
const WARNINGS = [600, 3600] as const
const TICK = 15_000
/** On returning to the page a new version is checked at most this often, … */
const VERSION_INTERVAL = 60_000
/** … and this often while it stays visible. */
const VERSION_POLL = 180_000

/** Storage key of the impersonation that was last announced to this browser's tabs. */
const IMPERSONATION_KEY = 'visit'

/** The time left in the session; the shell shows a toast. `last`: there is no further warning. */
export const sessionExpiring = createSignal<{ minutes: number; until: number; last: boolean }>()
/** The reason that the session ended during unsaved or running work: the shell asks for the password instead of leaving. */
export const signInNeeded = createSignal<'expired' | 'ended' | 'elsewhere'>()
/** A new version waits for typed work to be saved. */
export const newVersionWaiting = createSignal()

/** The session of a frame ended: only the page around it can sign the person in again. */
export const frameEnded = createSignal()

function expiryOf(): number {
  if (isFramed) return Date.parse(bootstrap.user?.session_expires_at ?? '')
  const stored = Date.parse(local.read(EXPIRES_KEY) ?? '')
  return Number.isNaN(stored) ? Date.parse(bootstrap.user?.session_expires_at ?? '') : stored
}

let warnedFor = ''

/** The session expired or was ended. Typed work stays on the page, which then asks for the password. */
function end(why: 'expired' | 'ended', following = false): void {
  if (isFramed) return frameEnded.emit()
  if (isHeld()) signInNeeded.emit(why)
  else void signOut({ [why]: true, following })
}

/** Somebody signed in in another tab. Typed work belongs to one person in one company. */
async function onSignInElsewhere(): Promise<void> {
  if (!isHeld()) {
    if (store.get(loggedInAtom)) location.reload()
    else goTo(location.pathname + location.search.replace(/[?&](expired|ended)=1/, ''))
  } else if (await isStillTheSame()) sessionRenewed.emit()
  else signInNeeded.emit('elsewhere')
}

// Compares clock times instead of counting, because a laptop may have slept.
function checkExpiry(): void {
  if (!store.get(loggedInAtom)) return
  const expiry = expiryOf()
  if (Number.isNaN(expiry)) return
  const left = (expiry - Date.now()) / 1000
  if (left <= 0) return end('expired')
  const due = WARNINGS.find((seconds) => left <= seconds)
  if (due === undefined || warnedFor === `${expiry} ${due}`) return
  warnedFor = `${expiry} ${due}`
  sessionExpiring.emit({ minutes: Math.max(1, Math.round(left / 60)), until: expiry, last: due === WARNINGS[0] })
}

let versionCheckedAt = 0

async function checkVersion(): Promise<void> {
  if (Date.now() - versionCheckedAt < VERSION_INTERVAL) return
  versionCheckedAt = Date.now()
  try {
    const { version } = await request<{ version: string }>('/version')
    if (version === bootstrap.version) return
    // A page whose session is only in memory would lose it by reloading.
    if (isHeld() || bootstrap.framed?.token) newVersionWaiting.emit()
    else location.reload()
  } catch {
    // A failed version check must not disturb anybody.
  }
}

/**
 * Tells the other tabs which impersonation this page belongs to, when it changed. Sending a message keeps a page out of the
 * back/forward cache, so it is sent only then (decision 0185).
 */
function announceImpersonation(id: number | null): void {
  const now = id === null ? null : String(id)
  if (local.read(IMPERSONATION_KEY) === now) return
  if (now === null) local.remove(IMPERSONATION_KEY)
  else local.write(IMPERSONATION_KEY, now)
  broadcast({ type: 'impersonation', id })
}

/** Starts watching: expiry, other tabs, the server's signals, new versions. Returns a function that stops. */
export function watchSession(): () => void {
  const timer = setInterval(checkExpiry, TICK)
  // A screen that stays open all day gets no focus event; a hidden one checks when it returns.
  const poll = setInterval(() => document.visibilityState === 'visible' && void checkVersion(), VERSION_POLL)
  const onFocus = () => {
    checkExpiry()
    void checkVersion()
  }
  const onVisible = () => document.visibilityState === 'visible' && onFocus()
  window.addEventListener('focus', onFocus)
  document.addEventListener('visibilitychange', onVisible)
  versionCheckedAt = Date.now()
  // The server's state is newer: somebody may have signed in by a link.
  if (bootstrap.user && !isFramed) local.write(EXPIRES_KEY, bootstrap.user.session_expires_at)
  checkExpiry()

  const impersonation = bootstrap.impersonation?.id ?? null
  if (bootstrap.user && !isFramed) announceImpersonation(impersonation)
  const stops = [
    sessionLost.on(() => {
      if (!store.get(loggedInAtom)) return
      // Ended early: from another device, by a new password, or because the account was deleted.
      end(Date.now() < expiryOf() ? 'ended' : 'expired', true)
    }),
    onBroadcast((message) => {
      // A frame's session does not depend on other tabs.
      if (isFramed) return
      if (message.type === 'logged_out' && store.get(loggedInAtom)) {
        if (isHeld()) signInNeeded.emit('elsewhere')
        else void signOut({ following: true })
      }
      // A sign-in elsewhere may be another person or company: load the page again.
      if (message.type === 'logged_in') void onSignInElsewhere()
      // An admin started or ended an impersonation in another tab: this page would name the wrong company.
      if (message.type === 'impersonation' && bootstrap.user && message.id !== impersonation && !isHeld()) location.reload()
    }),
  ]
  return () => {
    clearInterval(timer)
    clearInterval(poll)
    window.removeEventListener('focus', onFocus)
    document.removeEventListener('visibilitychange', onVisible)
    for (const stop of stops) stop()
  }
}

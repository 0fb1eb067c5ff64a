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

/** Seconds before the end at which the person is warned: the two readings of section 9, the last one first. */
const WARNINGS = [600, 3600] as const
const TICK = 15_000
/** On coming back to the page a version is asked for at most this often, … */
const VERSION_INTERVAL = 60_000
/** … and while it stays in sight, this often. */
const VERSION_POLL = 180_000

/** The visit that this browser's tabs were last told of. */
const VISIT_KEY = 'visit'

/** How long it lasts; the shell shows a toast. `last`: there is no other warning. */
export const sessionExpiring = createSignal<{ minutes: number; until: number; last: boolean }>()
/** Why the session is over while typed work, or something that runs, is on the page: the shell asks for the password instead of leaving. */
export const signInNeeded = createSignal<'expired' | 'ended' | 'elsewhere'>()
/** A new version waits for typed work to be saved. */
export const newVersionWaiting = createSignal()

/** The session of a frame is over: only the page around it can let the person in again. */
export const frameEnded = createSignal()

function expiryOf(): number {
  if (isFramed) return Date.parse(bootstrap.user?.session_expires_at ?? '')
  const stored = Date.parse(local.read(EXPIRES_KEY) ?? '')
  return Number.isNaN(stored) ? Date.parse(bootstrap.user?.session_expires_at ?? '') : stored
}

let warnedFor = ''

/** The session is over: it ran out, or somebody ended it. Typed work stays on the page, which then asks for the password. */
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

// The clock is read, never counted: a laptop that slept must not think that no time passed.
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
    // A page whose session is in its memory alone would lose it.
    if (isHeld() || bootstrap.framed?.token) newVersionWaiting.emit()
    else location.reload()
  } catch {
    // A version that cannot be read is no reason to disturb anybody.
  }
}

/**
 * Tells the other tabs in which visit of an admin this page was made, once it is another one than they last heard: a message costs
 * each page that the browser keeps for going back (decision 0185).
 */
function tellVisit(id: number | null): void {
  const now = id === null ? null : String(id)
  if (local.read(VISIT_KEY) === now) return
  if (now === null) local.remove(VISIT_KEY)
  else local.write(VISIT_KEY, now)
  broadcast({ type: 'visit', id })
}

/** Starts watching: expiry, other tabs, the server's word, new versions. Gives back the function that stops. */
export function watchSession(): () => void {
  const timer = setInterval(checkExpiry, TICK)
  // A screen that stays open all day is never focused anew; a hidden one asks when it comes back.
  const poll = setInterval(() => document.visibilityState === 'visible' && void checkVersion(), VERSION_POLL)
  const onFocus = () => {
    checkExpiry()
    void checkVersion()
  }
  const onVisible = () => document.visibilityState === 'visible' && onFocus()
  window.addEventListener('focus', onFocus)
  document.addEventListener('visibilitychange', onVisible)
  versionCheckedAt = Date.now()
  // The server's word is the newest: somebody may have come in by a link, past what an earlier session left here.
  if (bootstrap.user && !isFramed) local.write(EXPIRES_KEY, bootstrap.user.session_expires_at)
  checkExpiry()

  const visit = bootstrap.visit?.id ?? null
  if (bootstrap.user && !isFramed) tellVisit(visit)
  const stops = [
    sessionLost.on(() => {
      if (!store.get(loggedInAtom)) return
      // Before its time: from another device, by a new password, or because the account was closed.
      end(Date.now() < expiryOf() ? 'ended' : 'expired', true)
    }),
    onBroadcast((message) => {
      // What other tabs of this browser do is no matter of a frame's own session.
      if (isFramed) return
      if (message.type === 'logged_out' && store.get(loggedInAtom)) {
        if (isHeld()) signInNeeded.emit('elsewhere')
        else void signOut({ following: true })
      }
      // A sign-in elsewhere may be another person or company: take the server's page again.
      if (message.type === 'logged_in') void onSignInElsewhere()
      // An admin sees a company's site in another tab, or no longer: what this one shows would be of one and say it is of the other.
      if (message.type === 'visit' && bootstrap.user && message.id !== visit && !isHeld()) location.reload()
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

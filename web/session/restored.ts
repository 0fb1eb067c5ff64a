import { bootstrap } from '../boot/bootstrap.js'
import { hasLoginCookies } from './cookies.js'
import { hasSignedOut } from './lifecycle.js'
import { isStillTheSame } from './sign_in.js'
import { isLeaving, leaveWithoutAsking, stayed } from './unsaved_marks.js'

/** Whether somebody was signed in in this browser when the page was made. */
const had = hasLoginCookies()

/** Opacity too: what a dialog or a menu shows sets its own visibility. */
function show(isShown: boolean): void {
  const { style } = document.documentElement
  style.visibility = isShown ? '' : 'hidden'
  style.opacity = isShown ? '' : '0'
}

/** Whether the page may be shown to whoever went back to it. A frame's session is its own: what this browser's cookies say is not of it. */
async function isTheirs(): Promise<boolean> {
  if (hasSignedOut()) return false
  if (bootstrap.framed) return !bootstrap.user || isStillTheSame()
  if (!bootstrap.user) return had === hasLoginCookies()
  return hasLoginCookies() && isStillTheSame()
}

async function restore(): Promise<void> {
  stayed()
  if (await isTheirs()) return show(true)
  // The server's answer may have begun to lead to the login page already.
  if (isLeaving()) return
  leaveWithoutAsking()
  location.reload()
}

/**
 * A browser may keep a page that was left and bring it back as it was (decision 0185). It is hidden before it is kept, and shown
 * again when the server says that the same person is still signed in: not even a moment of it is seen by somebody else.
 */
export function guardRestoredPage(): void {
  window.addEventListener('pagehide', () => show(false))
  window.addEventListener('pageshow', ({ persisted }) => persisted && void restore())
}

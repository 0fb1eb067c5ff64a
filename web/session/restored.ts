import { bootstrap } from '../boot/bootstrap.js'
import { hasLoginCookies } from './cookies.js'
import { hasSignedOut } from './lifecycle.js'
import { isStillTheSame } from './sign_in.js'
import { isLeaving, leaveWithoutAsking, clearLeavingMarks } from './unsaved_marks.js'

/** Whether somebody was signed in in this browser when the page was loaded. */
const had = hasLoginCookies()

/** Opacity too, because dialogs and menus set their own visibility. */
function show(isShown: boolean): void {
  const { style } = document.documentElement
  style.visibility = isShown ? '' : 'hidden'
  style.opacity = isShown ? '' : '0'
}

/** Whether the page may be shown to the person who went back to it. A frame's session does not depend on this browser's cookies. */
async function isTheirs(): Promise<boolean> {
  if (hasSignedOut()) return false
  if (bootstrap.framed) return !bootstrap.user || isStillTheSame()
  if (!bootstrap.user) return had === hasLoginCookies()
  return hasLoginCookies() && isStillTheSame()
}

async function restore(): Promise<void> {
  clearLeavingMarks()
  if (await isTheirs()) return show(true)
  // The server's answer may have started the way to the sign-in page already.
  if (isLeaving()) return
  leaveWithoutAsking()
  location.reload()
}

/**
 * A browser may restore a page that was left (decision 0185). It is hidden before it is stored and shown again when the server confirms
 * that the same person is still signed in, so that nobody else sees it even for a moment.
 */
export function guardRestoredPage(): void {
  window.addEventListener('pagehide', () => show(false))
  window.addEventListener('pageshow', ({ persisted }) => persisted && void restore())
}

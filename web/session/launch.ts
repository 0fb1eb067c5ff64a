import { csrfToken } from '#web/api'
import { bootstrap } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'
import { loggedInAtom } from './atoms.js'
import { startSession } from './lifecycle.js'

/**
 * Section 2: ?deelnemerlogin=1. The server has signed a participant in (a launch, a direct link) and redirected them here; this sets the
 * browser's cookies. Runs before the first render, so that the route guard finds them.
 */
export function acceptLaunch(): void {
  const url = new URL(location.href)
  if (url.searchParams.get('deelnemerlogin') !== '1') return
  url.searchParams.delete('deelnemerlogin')
  history.replaceState(history.state, '', url)
  const { user } = bootstrap
  // The parameter proves nothing: without a session of the server it does nothing.
  if (!user) return
  startSession(user.user_role, user.session_expires_at)
  store.set(loggedInAtom, true)
  void csrfToken().catch(() => undefined)
}

import './fonts.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadMessages, rememberLanguage } from '#web/i18n'
import { acceptLaunch, guardRestoredPage, saveFramedDownloads, showFramedPictures, watchSession } from '#web/session'
import { bootstrap } from './boot/bootstrap.js'
import { isSignInPage } from './boot/sign_in_pages.js'

// A person who came by a one-time link, which is used up now: the address becomes that of its target.
if (bootstrap.framed?.path) history.replaceState(null, '', bootstrap.framed.path)
acceptLaunch()
guardRestoredPage()
showFramedPictures()
saveFramedDownloads()
rememberLanguage()
const loadSignInApp = async () => (await import('./pages/login/SignInApp.js')).default
async function loadApp() {
  const { default: Routed, start } = await import('./shell/RoutedApp.js')
  await start()
  return Routed
}
const [App] = await Promise.all([isSignInPage() ? loadSignInApp() : loadApp(), loadMessages('core')])
watchSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: the server must render it.')
// As a transition React renders in slices, so that presses and scrolling do not wait for the whole page.
startTransition(() => createRoot(root).render(<App />))

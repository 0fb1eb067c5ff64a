import './fonts.css'
import { createRoot } from 'react-dom/client'
import { loadMessages, rememberLanguage } from '#web/i18n'
import { acceptLaunch, watchSession } from '#web/session'
import { bootstrap } from './boot/bootstrap.js'
import { isFrontDoor } from './boot/front_door.js'

/** Words that the first render needs: core's, and for signed-in people those in the navigation. */
async function loadFirstMessages(): Promise<void> {
  const parts = new Set(['core', ...bootstrap.nav.map((item) => item.label.slice(0, item.label.indexOf('.')))])
  await Promise.all([...parts].map(loadMessages))
}

// Came in with a link that is used up: the page stands where it led to.
if (bootstrap.framed?.path) history.replaceState(null, '', bootstrap.framed.path)
acceptLaunch()
rememberLanguage()
const [{ default: App }] = await Promise.all([
  isFrontDoor() ? import('./pages/login/FrontDoor.js') : import('./shell/RoutedApp.js'),
  loadFirstMessages(),
])
watchSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: the server must render it.')
createRoot(root).render(<App />)

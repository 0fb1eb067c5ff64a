import './fonts.css'
import { createRoot } from 'react-dom/client'
import { loadMessages, rememberLanguage } from '#web/i18n'
import { acceptLaunch, guardRestoredPage, showFramedPictures, watchSession } from '#web/session'
import { bootstrap } from './boot/bootstrap.js'
import { isFrontDoor } from './boot/front_door.js'

// Came in with a link that is used up: the page stands where it led to.
if (bootstrap.framed?.path) history.replaceState(null, '', bootstrap.framed.path)
acceptLaunch()
guardRestoredPage()
showFramedPictures()
rememberLanguage()
const loadFrontDoor = async () => (await import('./pages/login/FrontDoor.js')).default
async function loadApp() {
  const { default: Routed, ready } = await import('./shell/RoutedApp.js')
  await ready
  return Routed
}
const [App] = await Promise.all([isFrontDoor() ? loadFrontDoor() : loadApp(), loadMessages('core')])
watchSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: the server must render it.')
createRoot(root).render(<App />)

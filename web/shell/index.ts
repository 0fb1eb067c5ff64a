export { MenuEntry, type MenuEntryProps } from './layout/MenuEntry.js'
export { useHeldView } from './page_view.js'
export { usePageTitle } from './page_title.js'
export { pagePath } from './pages.js'

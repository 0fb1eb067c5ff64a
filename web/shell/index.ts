export { MenuEntry, type MenuEntryProps } from './layout/MenuEntry.js'
export { usePageTitle } from './page_title.js'
export { pagePath } from './pages.js'
export { helpMenuSlot, overlaySlot, quickActionsSlot } from './slots.js'

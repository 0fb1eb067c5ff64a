import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'

/** The page in which other plugins show a company's administration; it has no content of its own. */
export default definePlugin({
  id: 'administration',
  folder: import.meta.url,
  always: true,
  permissions: { 'administration.view': MANAGER_ROLES },
  pages,
  nav,
})

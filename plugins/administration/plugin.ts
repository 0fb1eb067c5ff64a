import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'

/** The frame in which plugins show what a company administers; it has nothing of its own. */
export default definePlugin({
  id: 'administration',
  folder: import.meta.url,
  always: true,
  permissions: { 'administration.view': MANAGER_ROLES },
  pages,
  nav,
})

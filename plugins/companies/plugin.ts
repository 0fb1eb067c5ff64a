import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { listRoutes } from '#core/kit/lists'
import { nav, pages } from './pages.js'
import { companies } from './server/lists/companies.js'
import { companiesSettings } from './settings.js'

const Companies = () => import('#plugins/companies/server/controllers/companies_controller')
const view = can('companies.companies.view')
const manage = can('companies.companies.manage')
const ROW = { id: 'core_companies.id' } as const
// Which of the declared images.
const IMAGE = { ...ROW, plugin: 'public', key: 'public' } as const

/** The companies on the platform, for admins. The companies themselves are core's. */
export default definePlugin({
  id: 'companies',
  folder: import.meta.url,
  permissions: {
    'companies.companies.view': ADMIN_ROLES,
    'companies.companies.manage': ADMIN_ROLES,
  },
  routes: [
    { method: 'GET', path: '/api/companies', name: 'companies.companies.index', handler: [Companies, 'index'], access: view },
    ...listRoutes(companies, '/api/companies'),
    {
      method: 'GET',
      path: '/api/companies/:id',
      name: 'companies.companies.show',
      handler: [Companies, 'show'],
      access: view,
      params: ROW,
    },
    {
      method: 'PATCH',
      path: '/api/companies/:id',
      name: 'companies.companies.update',
      handler: [Companies, 'update'],
      access: manage,
      params: ROW,
    },
    {
      method: 'POST',
      path: '/api/companies/:id/images/:plugin/:key',
      name: 'companies.companies.image',
      handler: [Companies, 'image'],
      access: manage,
      upload: true,
      params: IMAGE,
    },
    {
      method: 'DELETE',
      path: '/api/companies/:id/images/:plugin/:key',
      name: 'companies.companies.remove_image',
      handler: [Companies, 'removeImage'],
      access: manage,
      params: IMAGE,
    },
  ],
  lists: [companies],
  pages,
  nav,
  settings: companiesSettings,
})

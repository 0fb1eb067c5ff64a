import { can } from '#core/contract/access'
import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'companies',
  pages: {
    'companies.list': () => import('./pages/CompaniesPage.js'),
    'companies.profile': () => import('./pages/ProfilePage.js'),
    'companies.settings': () => import('./pages/SettingsPage.js'),
    'companies.plugins': () => import('./pages/PluginsPage.js'),
  },
  commands: [{ label: 'companies.new.add', icon: 'add', to: '/admin/bedrijven?nieuw=1', access: can('companies.companies.manage') }],
})

import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'companies',
  pages: { 'companies.list': () => import('./pages/CompaniesPage.js') },
})

import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'administration',
  pages: { 'administration.page': () => import('./pages/AdministrationPage.js') },
})

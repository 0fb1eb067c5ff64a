import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'landing_pages',
  pages: {
    'landing_pages.list': () => import('./pages/ListPage.js'),
    'landing_pages.edit': () => import('./pages/EditPage.js'),
  },
})

import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'evaluations',
  pages: {
    'evaluations.list': () => import('./pages/ListPage.js'),
    'evaluations.view': () => import('./pages/ViewPage.js'),
    'evaluations.own': () => import('./pages/OwnPage.js'),
    'evaluations.shared': () => import('./pages/SharedPage.js'),
  },
})

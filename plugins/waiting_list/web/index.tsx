import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { catalogueActionsSlot } from '#plugins/catalogue/contract/index'

export default defineWebPlugin({
  id: 'waiting_list',
  pages: {
    'waiting_list.place': () => import('./pages/PlacePage.js'),
    'waiting_list.list': () => import('./pages/ListPage.js'),
  },
  // For visitors too: a person who cannot attend any of the moments may wait for another.
  fills: [fillSlot(catalogueActionsSlot, { key: 'wait', order: 60, load: () => import('./components/WaitButton.js') })],
})

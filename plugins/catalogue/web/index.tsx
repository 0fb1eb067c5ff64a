import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { nothingOpenSlot } from '#plugins/learning/contract/index'
import { catalogueActionsSlot } from '../contract/index.js'

export default defineWebPlugin({
  id: 'catalogue',
  pages: {
    'catalogue.list': () => import('./pages/CataloguePage.js'),
    'catalogue.requests': () => import('./pages/RequestsPage.js'),
    'catalogue.public': () => import('./pages/PublicCataloguePage.js'),
  },
  fills: [
    fillSlot(nothingOpenSlot, {
      key: 'catalogue',
      order: 10,
      access: can('catalogue.view'),
      load: () => import('./components/CatalogueButton.js'),
    }),
    fillSlot(catalogueActionsSlot, {
      key: 'take',
      order: 10,
      access: can('catalogue.take'),
      load: () => import('./components/TakeOrAsk.js'),
    }),
    fillSlot(catalogueActionsSlot, {
      key: 'assign',
      order: 30,
      access: can('catalogue.requests.manage'),
      load: () => import('./components/AssignLink.js'),
    }),
  ],
})

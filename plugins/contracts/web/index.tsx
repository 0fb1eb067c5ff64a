import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { administrationTabSlot } from '#plugins/administration/contract/index'
import { givingSlot } from '#plugins/learning/contract/index'

export default defineWebPlugin({
  id: 'contracts',
  pages: {
    'contracts.contract': () => import('./pages/ContractPage.js'),
    'contracts.orders': () => import('./pages/OrdersPage.js'),
  },
  fills: [
    fillSlot(givingSlot, {
      key: 'left',
      order: 10,
      access: can('contracts.view'),
      load: () => import('./components/RemainingPlacesNotice.js'),
    }),
    fillSlot(administrationTabSlot, {
      key: 'consumption',
      order: 25,
      label: 'contracts.consumption',
      access: can('contracts.view'),
      load: () => import('./pages/ConsumptionTab.js'),
    }),
    fillSlot(administrationTabSlot, {
      key: 'contracts',
      order: 30,
      label: 'contracts.list.title',
      access: can('contracts.view'),
      count: () => import('./count.js').then(({ countContracts }) => countContracts()),
      load: () => import('./pages/ContractsTab.js'),
    }),
    fillSlot(administrationTabSlot, {
      key: 'orders',
      order: 40,
      label: 'contracts.orders.title',
      access: can('contracts.orders'),
      load: () => import('./pages/OrdersPage.js'),
    }),
  ],
})

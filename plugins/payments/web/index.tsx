import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { administrationTabSlot } from '#plugins/administration/contract/index'

export default defineWebPlugin({
  id: 'payments',
  pages: {},
  fills: [
    fillSlot(administrationTabSlot, {
      key: 'payments',
      order: 45,
      label: 'payments.list.title',
      access: can('payments.payments.view'),
      load: () => import('./pages/PaymentsTab.js'),
    }),
  ],
})

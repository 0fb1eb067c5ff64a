import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { administrationTabSlot } from '#plugins/administration/contract/index'

export default defineWebPlugin({
  id: 'invoices',
  pages: { 'invoices.list': () => import('./pages/InvoicesPage.js') },
  fills: [
    fillSlot(administrationTabSlot, {
      key: 'invoices',
      order: 15,
      label: 'invoices.list.title',
      access: can('invoices.view'),
      count: () => import('./count.js').then(({ countInvoices }) => countInvoices()),
      load: () => import('./pages/InvoicesPage.js'),
    }),
  ],
})

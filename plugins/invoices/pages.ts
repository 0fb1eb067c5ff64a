import { can } from '#core/contract/access'
import { definePages } from '#core/contract/pages'

export const pages = definePages([
  // `?id=` opens one.
  {
    name: 'invoices.list',
    path: '/administratie/facturen',
    access: can('invoices.view'),
    title: 'invoices.list.title',
    lead: { text: 'invoices.list.text' },
    width: 'wide',
  },
])

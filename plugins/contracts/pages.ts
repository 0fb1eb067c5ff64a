import { can } from '#core/contract/access'
import { definePages } from '#core/contract/pages'

const access = can('contracts.view')

export const pages = definePages([
  // `?id=` of a contract.
  { name: 'contracts.contract', path: '/administratie/contract/', access, title: 'contracts.contract.title', width: 'wide' },
  {
    name: 'contracts.orders',
    path: '/administratie/inkoop/',
    access: can('contracts.orders'),
    title: 'contracts.orders.title',
    lead: { text: 'contracts.orders.text' },
  },
])

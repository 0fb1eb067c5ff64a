import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'companies.list',
    path: '/admin/bedrijven',
    access: can('companies.companies.view'),
    title: 'companies.list.title',
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'profile',
    page: 'companies.list',
    label: 'companies.nav.companies',
    icon: 'buildings',
    order: 50,
    roles: ['admin', 'mini_admin'],
    bottomBarFor: ['admin', 'mini_admin'],
  },
]

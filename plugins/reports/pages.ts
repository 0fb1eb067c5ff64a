import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'reports.dashboard',
    path: '/dashboard',
    access: can('reports.dashboard.view'),
    title: 'reports.dashboard.title',
    width: 'wide',
    landing: { roles: ['beheerder', 'admin', 'mini_admin'], order: 10 },
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'reports.dashboard',
    label: 'reports.nav.dashboard',
    icon: 'dashboard',
    order: 10,
    roles: ['beheerder', 'admin', 'mini_admin'],
    bottomBarFor: ['beheerder', 'admin', 'mini_admin'],
  },
]

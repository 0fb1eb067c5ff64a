import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'people.participants',
    path: '/deelnemers',
    access: can('people.participants.view'),
    title: 'people.participants.title',
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'people.participants',
    label: 'people.nav.participants',
    icon: 'people',
    order: 50,
    roles: ['beheerder', 'admin', 'mini_admin'],
    bottomBarFor: ['beheerder', 'admin', 'mini_admin'],
  },
]

import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'waiting_list.place',
    path: '/wachtlijst/:token',
    access: anyone,
    title: 'waiting_list.place.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'waiting_list_places' },
  },
  {
    name: 'waiting_list.list',
    path: '/wachtlijst',
    access: can('waiting_list.manage'),
    title: 'waiting_list.list.title',
    help: { topic: 'orders', article: 'waiting-list' },
    lead: { text: 'waiting_list.list.text' },
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'waiting_list.list',
    label: 'waiting_list.nav',
    icon: 'waiting',
    order: 59,
    roles: ['beheerder', 'admin', 'mini_admin'],
  },
]

import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

const own = can('companies.own.manage')

export const pages = definePages([
  {
    name: 'companies.list',
    path: '/admin/bedrijven',
    access: can('companies.companies.view'),
    title: 'companies.list.title',
    lead: { text: 'companies.list.text' },
    width: 'wide',
  },
  // `?id=`: an admin's selection; `0` is a supervisor's own company.
  { name: 'companies.profile', path: '/admin/bedrijven/profiel', access: own, title: 'companies.profile.title', width: 'wide' },
  {
    name: 'companies.settings',
    path: '/admin/bedrijven/profiel/instellingen',
    access: own,
    title: 'companies.settings_page.title',
    help: { topic: 'insight', article: 'settings' },
    width: 'wide',
  },
  {
    name: 'companies.plugins',
    path: '/admin/bedrijven/profiel/onderdelen',
    access: can('companies.companies.manage'),
    title: 'companies.plugins.title',
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'profile',
    page: 'companies.profile',
    label: 'companies.nav.own',
    icon: 'company',
    order: 44,
    roles: ['beheerder'],
  },
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

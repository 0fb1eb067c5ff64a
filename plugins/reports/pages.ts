import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

const access = can('reports.reports.view')

export const pages = definePages([
  {
    name: 'reports.dashboard',
    path: '/dashboard',
    access: can('reports.dashboard.view'),
    title: 'reports.dashboard.title',
    help: { topic: 'insight', article: 'dashboard' },
    lead: { text: 'reports.dashboard.text', forAdmins: 'reports.dashboard.text_admin' },
    width: 'wide',
    landing: { roles: ['beheerder', 'admin', 'mini_admin'], order: 10 },
  },
  {
    name: 'reports.reports',
    path: '/reports/bekijken',
    access,
    title: 'reports.list.title',
    help: { topic: 'insight', article: 'reports' },
    lead: { text: 'reports.list.text', forAdmins: 'reports.list.text_admin' },
    width: 'wide',
  },
  {
    name: 'reports.builder',
    path: '/reports/aanmaken',
    access,
    title: 'reports.builder.title',
    lead: { text: 'reports.builder.text' },
    back: 'reports.list.title',
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'reports.dashboard',
    tour: 'reports.tour.dashboard',
    label: 'reports.nav.dashboard',
    icon: 'dashboard',
    order: 10,
    roles: ['beheerder', 'admin', 'mini_admin'],
    bottomBarFor: ['beheerder', 'admin', 'mini_admin'],
  },
  {
    section: 'main',
    page: 'reports.reports',
    tour: 'reports.tour.reports',
    label: 'reports.nav.reports',
    icon: 'report',
    order: 58,
    roles: ['beheerder', 'admin', 'mini_admin'],
  },
]

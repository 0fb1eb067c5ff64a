import { anyone, can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'directory.settings',
    path: '/admin/bedrijven/aanmelden',
    access: can('directory.manage'),
    title: 'directory.page.title',
    lead: { text: 'directory.page.text' },
  },
  {
    name: 'directory.problem',
    path: '/aanmelden/probleem',
    access: anyone,
    title: 'directory.problem.title',
    hideNavigation: true,
    companyParam: 'company',
  },
  {
    name: 'directory.confirm',
    path: '/aanmelden/bevestigen',
    access: anyone,
    title: 'directory.confirm.title',
    hideNavigation: true,
    companyParam: 'company',
  },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'directory.settings', label: 'directory.page.title', icon: 'lock', order: 65, aboutCompany: true },
]

import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('landing_pages.manage')

export const pages = definePages([
  // Specification, section 2: /landingpage/ore and /landingpage/sir.
  {
    name: 'landing_pages.public',
    path: '/landingpage/:page',
    access: anyone,
    title: 'landing_pages.title',
    hideNavigation: true,
    documentOnly: true,
    companyParam: 'company',
  },
  {
    name: 'landing_pages.list',
    path: '/tools/landingpages',
    access,
    title: 'landing_pages.title',
    help: { topic: 'tools', article: 'landing-pages' },
    lead: { text: 'landing_pages.text' },
  },
  {
    name: 'landing_pages.edit',
    path: '/tools/landingpages/bewerken',
    access,
    title: 'landing_pages.edit.title',
    back: 'landing_pages.title',
  },
])

export const nav: NavItem[] = [
  {
    section: 'tools',
    page: 'landing_pages.list',
    label: 'landing_pages.title',
    icon: 'language',
    order: 40,
    roles: ['admin', 'mini_admin'],
  },
]

import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'catalogue.list',
    path: '/trainingen/catalogus',
    access: can('catalogue.view'),
    title: 'catalogue.title',
    help: { topic: 'orders', article: 'catalogue' },
    width: 'wide',
    logView: true,
  },
  {
    name: 'catalogue.requests',
    path: '/trainingen/aanvragen',
    access: can('catalogue.requests.manage'),
    title: 'catalogue.requests.title',
    lead: { text: 'catalogue.requests.text' },
    back: 'catalogue.title',
    width: 'wide',
  },
  {
    // Specification, section 2: TrainingenCatalogusWebflow.
    name: 'catalogue.public',
    path: '/trainingen/catalogus/webflow/:sector?',
    access: anyone,
    title: 'catalogue.public.title',
    hideNavigation: true,
    width: 'wide',
    companyParam: 'company',
  },
])

const entry = { page: 'catalogue.list', label: 'catalogue.nav', icon: 'shop' } as const

export const nav: NavItem[] = [
  {
    ...entry,
    section: 'main',
    order: 60,
    roles: ['leerling', 'beheerder', 'admin', 'mini_admin'],
    alsoUnder: '/trainingen/aanvragen',
    needsFlag: { setting: 'companies.catalogue_access', roles: ['leerling'] },
    tour: 'catalogue.tour',
  },
]

import { anyone, can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

const manage = can('direct_access.manage')

export const pages = definePages([
  {
    name: 'direct_access.enter',
    path: '/toegang/:token',
    access: anyone,
    title: 'direct_access.enter.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'direct_access_entrances' },
  },
  {
    name: 'direct_access.proof',
    path: '/bewijs/:token',
    access: anyone,
    title: 'direct_access.proof.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'direct_access_visits' },
  },
  {
    name: 'direct_access.links',
    path: '/directe-toegang',
    access: manage,
    title: 'direct_access.links.title',
    help: { topic: 'courses', article: 'direct-access' },
    lead: { text: 'direct_access.links.text' },
  },
  {
    name: 'direct_access.projects',
    path: '/projecten',
    access: manage,
    title: 'direct_access.projects.title',
    help: { topic: 'site', article: 'projects' },
    lead: { text: 'direct_access.projects.text' },
  },
  { name: 'direct_access.visits', path: '/projecten/:entrance', access: manage, title: 'direct_access.visits.title', width: 'wide' },
  { name: 'direct_access.crew', path: '/projecten/:entrance/ploeg', access: manage, title: 'direct_access.crew.title', width: 'wide' },
  {
    name: 'direct_access.poster',
    path: '/projecten/:entrance/poster',
    access: manage,
    title: 'direct_access.poster.title',
    hideNavigation: true,
  },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'direct_access.links', label: 'direct_access.nav.links', icon: 'qr', order: 62, aboutCompany: true },
  {
    section: 'profile',
    page: 'direct_access.projects',
    label: 'direct_access.nav.projects',
    icon: 'building',
    order: 63,
    aboutCompany: true,
  },
]

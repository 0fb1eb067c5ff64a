import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('flows.manage')

export const pages = definePages([
  {
    name: 'flows.list',
    path: '/flows',
    access,
    title: 'flows.title',
    help: { topic: 'courses', article: 'flows' },
    lead: { text: 'flows.text' },
    width: 'wide',
  },
  { name: 'flows.create', path: '/flows/aanmaken', access, title: 'flows.create.title', back: 'flows.title', width: 'wide' },
  { name: 'flows.flow', path: '/flows/flow', access, title: 'flows.flow.title', width: 'wide' },
  { name: 'flows.booking', path: '/flows/booking', access, title: 'flows.booking.title' },
  { name: 'flows.people', path: '/flows/deelnemers', access, title: 'flows.people.title', back: 'flows.title', width: 'wide' },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'flows.list',
    tour: 'flows.tour.list',
    label: 'flows.title',
    icon: 'branches',
    order: 51,
    roles: ['beheerder', 'admin', 'mini_admin'],
  },
]

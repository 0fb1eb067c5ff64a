import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('booking_links.manage')
const back = 'booking_links.title'

export const pages = definePages([
  // Specification, section 2: tools.
  {
    name: 'booking_links.list',
    path: '/tools/bookinglink',
    access,
    title: 'booking_links.title',
    help: { topic: 'tools', article: 'booking-links' },
    lead: { text: 'booking_links.text' },
    width: 'wide',
  },
  { name: 'booking_links.create', path: '/tools/bookinglink/aanmaken', access, title: 'booking_links.create.title', back },
  { name: 'booking_links.link', path: '/tools/bookinglink/link', access, title: 'booking_links.link.title', width: 'wide' },
  // The target of /b/{token}.
  {
    name: 'booking_links.enter',
    path: '/boeken/:token',
    access: anyone,
    title: 'booking_links.enter.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'booking_links_links' },
  },
])

export const nav: NavItem[] = [
  { section: 'tools', page: 'booking_links.list', label: 'booking_links.title', icon: 'link', order: 10, roles: ['admin', 'mini_admin'] },
]

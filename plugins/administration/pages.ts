import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'administration.page',
    path: '/administratie',
    access: can('administration.view'),
    title: 'administration.title',
    lead: { text: 'administration.text', forAdmins: 'administration.text_admin' },
    width: 'wide',
  },
])

const entry = { page: 'administration.page', label: 'administration.title', icon: 'receipt', alsoUnder: ['/extern', '/projecten'] } as const

export const nav: NavItem[] = [
  { ...entry, section: 'main', tour: 'administration.tour', order: 58, roles: ['beheerder'] },
  // Specification, section 2: admins find it in their profile menu.
  { ...entry, section: 'profile', order: 45, roles: ['admin', 'mini_admin'] },
]

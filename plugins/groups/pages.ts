import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('groups.manage')

export const pages = definePages([
  {
    name: 'groups.groups',
    path: '/deelnemers/groepen',
    access,
    title: 'groups.groups.title',
    help: { topic: 'people', article: 'groups' },
    lead: { text: 'groups.groups.text' },
    width: 'wide',
  },
  { name: 'groups.group', path: '/deelnemers/groepen/:group', access, title: 'groups.group.title', width: 'wide' },
  {
    name: 'groups.import',
    path: '/deelnemers/groepen/importeren',
    access,
    title: 'groups.import.title',
    lead: { text: 'groups.import.text' },
    back: 'groups.groups.title',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'groups.groups',
    tour: 'groups.tour.groups',
    label: 'groups.nav.groups',
    icon: 'people',
    order: 52,
    roles: ['beheerder', 'admin', 'mini_admin'],
  },
]

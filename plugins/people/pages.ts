import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'people.participants',
    path: '/deelnemers',
    access: can('people.participants.view'),
    title: 'people.participants.title',
    help: 'participants',
    lead: { text: 'people.participants.text', forAdmins: 'people.participants.text_admin' },
    ahead: ['/api/people/participants/view'],
    width: 'wide',
  },
  {
    name: 'people.import',
    path: '/deelnemers/importeren',
    access: can('people.participants.manage'),
    title: 'people.import.title',
    help: 'import',
    lead: { text: 'people.import.text' },
    back: 'people.participants.title',
  },
  {
    name: 'people.profile',
    path: '/deelnemers/profiel',
    access: can('people.participants.manage'),
    title: 'people.profile.title',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'people.participants',
    tour: 'people.tour.participants',
    label: 'people.nav.participants',
    icon: 'people',
    order: 50,
    roles: ['beheerder', 'admin', 'mini_admin'],
    bottomBarFor: ['beheerder', 'admin', 'mini_admin'],
  },
]

import { anyone, can } from '#core/contract/access'
import { definePages, type Door, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'people.participants',
    path: '/deelnemers',
    access: can('people.participants.view'),
    title: 'people.participants.title',
    help: { topic: 'people', article: 'participants' },
    lead: { text: 'people.participants.text', forAdmins: 'people.participants.text_admin' },
    ahead: ['/api/people/participants/view'],
    width: 'wide',
  },
  {
    name: 'people.import',
    path: '/deelnemers/importeren',
    access: can('people.participants.manage'),
    title: 'people.import.title',
    help: { topic: 'people', article: 'import' },
    lead: { text: 'people.import.text' },
    back: 'people.participants.title',
  },
  {
    name: 'people.profile',
    path: '/deelnemers/profiel',
    access: can('people.participants.manage'),
    title: 'people.profile.title',
  },
  {
    name: 'people.number_sign_in',
    path: '/personeelsnummer',
    access: anyone,
    title: 'people.number.title',
    hideNavigation: true,
    companyParam: 'company',
  },
])

export const doors: Door[] = [
  {
    to: 'people.number_sign_in',
    question: 'people.number.question',
    label: 'people.number.link',
    when: { key: 'number_sign_in', is: 'on' },
  },
]

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

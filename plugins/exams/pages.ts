import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'exams.exams',
    path: '/exams',
    access: can('exams.manage'),
    title: 'exams.exams.title',
    lead: { text: 'exams.exams.text' },
    back: 'exams.moments.title',
    width: 'wide',
  },
  {
    name: 'exams.edit',
    path: '/exams/edit',
    access: can('exams.manage'),
    title: 'exams.edit.title',
    lead: { text: 'exams.edit.text' },
    back: 'exams.exams.title',
  },
  {
    name: 'exams.moments',
    path: '/exams/momenten',
    access: can('exams.moments.view'),
    title: 'exams.moments.title',
    help: { topic: 'orders', article: 'moments' },
    lead: { text: 'exams.moments.text', forAdmins: 'exams.moments.text_admin' },
    width: 'wide',
  },
  { name: 'exams.moment', path: '/exams/momenten/:moment', access: can('exams.moments.view'), title: 'exams.moment.title', width: 'wide' },
  {
    name: 'exams.requests',
    path: '/exams/aanvragen',
    access: can('exams.moments.view'),
    title: 'exams.requests.title',
    help: { topic: 'orders', article: 'moments' },
    lead: { text: 'exams.requests.text' },
    back: 'exams.moments.title',
    width: 'wide',
  },
  {
    name: 'exams.candidate',
    path: '/deelnemer/examengegevens/:entry',
    access: can('exams.own.view'),
    title: 'exams.candidate.title',
    lead: { text: 'exams.candidate.text' },
  },
  {
    name: 'exams.day',
    path: '/exams/momenten/:moment/examendag',
    access: can('exams.moments.view'),
    title: 'exams.day.title',
    help: { topic: 'orders', article: 'exam-day' },
  },
  {
    name: 'exams.entries',
    path: '/exams/aanmeldingen',
    access: can('exams.moments.view'),
    title: 'exams.entries.title',
    lead: { text: 'exams.entries.text' },
    back: 'exams.moments.title',
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'exams.moments',
    tour: 'exams.tour.moments',
    label: 'exams.nav.moments',
    alsoUnder: '/exams',
    icon: 'calendar',
    order: 57,
    roles: ['beheerder', 'admin', 'mini_admin', 'examinator'],
  },
]

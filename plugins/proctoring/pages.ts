import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const review = can('proctoring.review')

export const pages = definePages([
  {
    name: 'proctoring.list',
    path: '/proctoring',
    access: review,
    title: 'proctoring.title',
    help: { topic: 'orders', article: 'reviewing' },
    lead: { text: 'proctoring.text' },
    landing: { roles: ['examinator', 'proctor'], order: 10 },
    width: 'wide',
  },
  {
    name: 'proctoring.view',
    path: '/proctoring/view/:userid/:activity_id/:attempt',
    access: review,
    hidden: true,
    title: 'proctoring.review.title',
    back: 'proctoring.title',
    width: 'wide',
  },
  {
    name: 'proctoring.prepare',
    path: '/deelnemer/training/quiz/opname/:participation/:activity',
    access: can('proctoring.take'),
    title: 'proctoring.prepare.title',
    help: { topic: 'learn', article: 'recorded-test' },
  },
  {
    name: 'proctoring.practice',
    path: '/deelnemer/training/quiz/proef/:participation/:activity',
    access: can('proctoring.take'),
    title: 'proctoring.practice.title',
    help: { topic: 'learn', article: 'recorded-test' },
  },
  {
    name: 'proctoring.evidence',
    path: '/proctoring/opname/:attempt',
    access: can('proctoring.evidence'),
    hidden: true,
    title: 'proctoring.evidence.title',
    width: 'wide',
  },
  {
    name: 'proctoring.exam',
    path: '/deelnemer/examen/:course/:activity',
    access: can('proctoring.take'),
    title: 'proctoring.prepare.title',
  },
  { name: 'proctoring.receipt', path: '/ontvangstbewijs/:token', access: anyone, title: 'proctoring.receipt.title' },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'proctoring.list',
    label: 'proctoring.title',
    icon: 'review',
    order: 52,
    roles: ['examinator', 'proctor'],
    bottomBarFor: ['examinator', 'proctor'],
  },
]

import { anyone, can, signedIn } from '#core/contract/access'
import { definePages, type Door, type NavItem } from '#core/contract/pages'

export const articlePath = '/help/:plugin/:article'

export const pages = definePages([
  {
    name: 'support.list',
    path: '/tools/feedback',
    access: can('support.questions.manage'),
    title: 'support.list.title',
    lead: { text: 'support.list.text' },
    width: 'wide',
  },
  { name: 'support.question', path: '/support', access: anyone, title: 'support.ask.title', hideNavigation: true, companyParam: 'company' },
  {
    name: 'support.help',
    path: '/help',
    access: signedIn,
    title: 'support.help.title',
    lead: { text: 'support.help.text' },
    ahead: ['/api/support/help'],
  },
  { name: 'support.article', path: articlePath, access: signedIn, title: 'support.help.title', back: 'support.help.title' },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'support.list', label: 'support.list.title', icon: 'feedback', order: 70 },
  { section: 'profile', page: 'support.help', label: 'support.help.title', icon: 'help', order: 75 },
]

export const doors: Door[] = [
  { to: 'support.question', question: 'support.door.question', label: 'support.door.label', when: { key: 'visitors', is: 'on' } },
]

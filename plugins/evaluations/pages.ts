import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('evaluations.manage')

export const pages = definePages([
  // Specification, section 2: tools.
  {
    name: 'evaluations.list',
    path: '/tools/evaluations',
    access,
    title: 'evaluations.title',
    help: { topic: 'insight', article: 'evaluations' },
    lead: { text: 'evaluations.text' },
    ahead: ['/api/evaluations/courses'],
  },
  { name: 'evaluations.view', path: '/tools/evaluations/view', access, title: 'evaluations.view.title', back: 'evaluations.title' },
  // For a supervisor's own company.
  {
    name: 'evaluations.own',
    path: '/training/evaluaties',
    access: can('evaluations.own'),
    title: 'evaluations.title',
    help: { topic: 'insight', article: 'evaluations' },
    lead: { text: 'evaluations.text' },
  },
  // Second evaluations that a person was asked for.
  { name: 'evaluations.later', path: '/evaluatie/later', access: can('evaluations.answer'), title: 'evaluations.second.title' },
  // The page of a read-only link.
  { name: 'evaluations.shared', path: '/evaluaties/:token', access: anyone, title: 'evaluations.shared.title', hideNavigation: true },
])

export const nav: NavItem[] = [
  {
    section: 'tools',
    page: 'evaluations.list',
    label: 'evaluations.title',
    icon: 'feedback',
    order: 20,
    roles: ['admin', 'mini_admin'],
  },
  { section: 'main', page: 'evaluations.own', label: 'evaluations.title', icon: 'feedback', order: 95, roles: ['beheerder'] },
]

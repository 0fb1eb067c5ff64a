import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('skills.manage')

export const pages = definePages([
  {
    name: 'skills.matrix',
    path: '/skills',
    access,
    title: 'skills.title',
    help: { topic: 'people', article: 'skills' },
    lead: { text: 'skills.text' },
    width: 'wide',
  },
  {
    name: 'skills.gaps',
    path: '/skills/planning',
    access,
    title: 'skills.gaps.title',
    help: { topic: 'people', article: 'skills' },
    lead: { text: 'skills.gaps.text' },
    back: 'skills.title',
    width: 'wide',
  },
])

export const nav: NavItem[] = [
  {
    section: 'main',
    page: 'skills.matrix',
    label: 'skills.title',
    icon: 'badge',
    order: 53,
    roles: ['beheerder', 'admin', 'mini_admin'],
  },
]

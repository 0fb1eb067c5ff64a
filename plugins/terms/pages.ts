import { anyone, can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  { name: 'terms.list', path: '/terms', access: can('terms.view'), title: 'terms.title', lead: { text: 'terms.text' } },
  {
    name: 'terms.editor',
    path: '/terms/editor',
    access: can('terms.publish'),
    title: 'terms.editor.title',
    lead: { text: 'terms.editor.text' },
    back: 'terms.title',
  },
  // People read them before they register.
  { name: 'terms.viewer', path: '/terms/viewer', access: anyone, title: 'terms.title', hideNavigation: true, companyParam: 'company' },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'terms.list', label: 'terms.title', icon: 'gavel', order: 65, aboutCompany: true },
]

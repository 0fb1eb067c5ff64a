import { can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'mails.outbox',
    path: '/mails',
    access: can('mails.outbox.view'),
    title: 'mails.outbox.title',
    help: { topic: 'tools', article: 'mails' },
    width: 'wide',
  },
  { name: 'mails.text', path: '/mails/:trigger', access: can('mails.texts.edit'), title: 'mails.texts.title', width: 'wide' },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'mails.outbox', label: 'mails.nav.outbox', icon: 'mails', order: 60, roles: ['admin', 'mini_admin'] },
]

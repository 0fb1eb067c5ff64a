import { can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

export const pages = definePages([
  // Specification, section 2: tools.
  {
    name: 'mailbox_tools.convert',
    path: '/tools/apollo',
    access: can('mailbox_tools.use'),
    title: 'mailbox_tools.title',
    help: { topic: 'tools', article: 'mailboxes' },
    lead: { text: 'mailbox_tools.text' },
    ahead: ['/api/mailbox_tools/mailboxes'],
  },
])

export const nav: NavItem[] = [
  {
    section: 'tools',
    page: 'mailbox_tools.convert',
    label: 'mailbox_tools.title',
    icon: 'mails',
    order: 30,
    roles: ['admin', 'mini_admin'],
  },
]

import { anyone, can } from '#core/contract/access'
import { type NavItem, definePages } from '#core/contract/pages'

const access = can('marketing.manage')

export const pages = definePages([
  // Specification, section 2: tools.
  {
    name: 'marketing.list',
    path: '/tools/marketing',
    access,
    title: 'marketing.title',
    help: { topic: 'tools', article: 'campaigns' },
    lead: { text: 'marketing.text' },
    ahead: ['/api/marketing/campaigns'],
  },
  {
    name: 'marketing.campaign',
    path: '/tools/marketing/campagne',
    access,
    title: 'marketing.campaign.title',
    back: 'marketing.title',
    width: 'wide',
  },
  {
    name: 'marketing.leads',
    path: '/tools/marketing/leads',
    access,
    title: 'marketing.leads.title',
    help: { topic: 'tools', article: 'leads' },
    lead: { text: 'marketing.leads.text' },
    width: 'wide',
  },
  // Linked from a landing page; `?company=` is a login id.
  {
    name: 'marketing.interest',
    path: '/interesse',
    access: anyone,
    title: 'marketing.interest.title',
    hideNavigation: true,
    companyParam: 'company',
  },
  // The target of the unsubscribe link in a campaign's mail; mail programs post to the same address.
  { name: 'marketing.unsubscribe', path: '/afmelden/:token', access: anyone, title: 'marketing.unsubscribe.title', hideNavigation: true },
])

export const nav: NavItem[] = [
  { section: 'tools', page: 'marketing.list', label: 'marketing.title', icon: 'mails', order: 15, roles: ['admin', 'mini_admin'] },
]

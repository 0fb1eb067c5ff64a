import { anyone, can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

const manage = can('lti.manage')
const takePart = can('lti.take_part')

export const pages = definePages([
  {
    name: 'lti.platforms',
    path: '/admin/bedrijven/lti',
    access: manage,
    title: 'lti.page.title',
    lead: { text: 'lti.page.text' },
    width: 'wide',
  },
  {
    name: 'lti.launches',
    path: '/admin/bedrijven/lti/launches',
    access: manage,
    title: 'lti.launches.title',
    lead: { text: 'lti.launches.text' },
    back: 'lti.page.title',
    width: 'wide',
  },
  {
    name: 'lti.sources',
    path: '/admin/bedrijven/lti/links',
    access: manage,
    title: 'lti.sources.title',
    lead: { text: 'lti.sources.text' },
    back: 'lti.page.title',
    width: 'wide',
  },
  {
    name: 'lti.grades',
    path: '/admin/bedrijven/lti/cijfers',
    access: manage,
    title: 'lti.grades.title',
    lead: { text: 'lti.grades.text' },
    back: 'lti.page.title',
    width: 'wide',
  },
  // The target of a launch: the bars of another system surround it.
  { name: 'lti.results', path: '/lti/resultaten/:link', access: takePart, title: 'lti.results.title', hideNavigation: true },
  { name: 'lti.pick', path: '/lti/kiezen/:token', access: takePart, title: 'lti.pick.title', hideNavigation: true },
  { name: 'lti.problem', path: '/lti/probleem', access: anyone, title: 'lti.problem.title', hideNavigation: true, companyParam: 'company' },
  { name: 'lti.link', path: '/lti/koppelen', access: anyone, title: 'lti.link.title', hideNavigation: true, companyParam: 'company' },
  {
    name: 'lti.unlink',
    path: '/lti/ontkoppelen',
    access: anyone,
    title: 'lti.unlink.title',
    hideNavigation: true,
    companyParam: 'company',
  },
  // A person sent by another system with a link (specification, section 2), with or without a course.
  {
    name: 'lti.arrive',
    path: '/launch/:token/:integration/*',
    access: anyone,
    title: 'lti.arrive.title',
    hideNavigation: true,
    companyParam: 'company',
  },
  {
    name: 'lti.arrive_home',
    path: '/launch/:token/:integration',
    access: anyone,
    title: 'lti.arrive.title',
    hideNavigation: true,
    companyParam: 'company',
  },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'lti.platforms', label: 'lti.page.title', icon: 'link', order: 66, roles: ['admin', 'mini_admin'] },
]

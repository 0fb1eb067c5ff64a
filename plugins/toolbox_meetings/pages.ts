import { anyone, can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

const manage = can('toolbox_meetings.manage')

export const pages = definePages([
  {
    name: 'toolbox_meetings.list',
    path: '/toolboxmeetings',
    access: manage,
    title: 'toolbox_meetings.title',
    help: { topic: 'site', article: 'toolbox-meetings' },
    width: 'wide',
  },
  {
    name: 'toolbox_meetings.people',
    path: '/toolboxmeetings/personen',
    access: manage,
    title: 'toolbox_meetings.standing.title',
    width: 'wide',
  },
  { name: 'toolbox_meetings.create', path: '/toolboxmeetings/nieuw', access: manage, title: 'toolbox_meetings.create.title' },
  { name: 'toolbox_meetings.meeting', path: '/toolboxmeetings/:meeting', access: manage, title: 'toolbox_meetings.one' },
  {
    name: 'toolbox_meetings.sign',
    path: '/toolbox/:token',
    access: anyone,
    title: 'toolbox_meetings.sign.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'toolbox_meetings_meetings' },
  },
])

export const nav: NavItem[] = [
  { section: 'main', page: 'toolbox_meetings.list', label: 'toolbox_meetings.title', icon: 'tools', order: 66, roles: ['beheerder'] },
]

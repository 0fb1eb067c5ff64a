import { anyone, can, signedIn } from './contract/access.js'
import { definePages, type NavItem } from './contract/pages.js'

/** The pages of the shell itself; `core.home` comes last, as its path matches any first segment. */
export const pages = definePages([
  { name: 'core.login', path: '/login/:id?', access: anyone, title: 'core.login.title', hideNavigation: true },
  { name: 'core.invite', path: '/invite', access: anyone, title: 'core.invite.title', hideNavigation: true },
  { name: 'core.error', path: '/error/:type', access: anyone, title: 'core.error.title', hideNavigation: true },
  { name: 'core.maintenance', path: '/maintenance', access: anyone, title: 'core.maintenance.title', hideNavigation: true },
  { name: 'core.status', path: '/status', access: anyone, title: 'core.status.title', hideNavigation: true },
  { name: 'core.privacy', path: '/privacy/:lang?', access: anyone, title: 'core.privacy.title', hideNavigation: true },
  {
    name: 'core.profile',
    path: '/profiel',
    access: signedIn,
    title: 'core.profile.title',
    help: { topic: 'account', article: 'account' },
    lead: { text: 'core.profile.text' },
    logView: true,
  },
  {
    name: 'core.jobs',
    path: '/tools/jobs',
    access: can('core.jobs.manage'),
    title: 'core.jobs.title',
    lead: { text: 'core.jobs.text' },
    width: 'wide',
  },
  {
    name: 'core.audit',
    path: '/tools/audit',
    access: can('core.audit.view'),
    title: 'core.audit.title',
    lead: { text: 'core.audit.text' },
    width: 'wide',
  },
  {
    name: 'core.incident',
    path: '/tools/incident',
    access: can('core.incidents.manage'),
    title: 'core.incident.title',
    lead: { text: 'core.incident.text' },
  },
  {
    name: 'core.gallery',
    path: '/dev/gallery',
    access: anyone,
    title: 'core.gallery.title',
    hideNavigation: true,
    width: 'wide',
    developmentOnly: true,
  },
  { name: 'core.home', path: '/:id?', access: anyone, title: 'core.login.title', hideNavigation: true },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'core.profile', label: 'core.nav.profile', icon: 'person', order: 10 },
  { section: 'profile', page: 'core.incident', label: 'core.incident.title', icon: 'warning', order: 72 },
  { section: 'profile', page: 'core.audit', label: 'core.audit.title', icon: 'checklist', order: 78 },
  { section: 'profile', page: 'core.jobs', label: 'core.jobs.title', icon: 'retry', order: 80 },
]

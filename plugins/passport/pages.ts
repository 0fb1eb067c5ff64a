import { anyone, signedIn } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'passport.own',
    path: '/deelnemer/paspoort',
    access: signedIn,
    title: 'passport.title',
    help: { topic: 'account', article: 'passport' },
    lead: { text: 'passport.text' },
    ahead: ['/api/passport/mine'],
  },
  {
    name: 'passport.public',
    path: '/paspoort/:token',
    access: anyone,
    title: 'passport.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'passport_links' },
  },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'passport.own', label: 'passport.title', icon: 'badge', order: 20, roles: ['leerling', 'beheerder'] },
]

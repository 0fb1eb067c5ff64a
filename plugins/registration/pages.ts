import { anyone, can } from '#core/contract/access'
import { definePages, type NavItem } from '#core/contract/pages'

export const pages = definePages([
  {
    name: 'registration.register',
    path: '/register/:token?',
    access: anyone,
    title: 'registration.register.title',
    hideNavigation: true,
    companyFrom: { param: 'token', table: 'registration_links' },
    companyParam: 'company',
  },
  {
    name: 'registration.sign_up',
    path: '/sign-up/:role',
    access: anyone,
    title: 'registration.register.title',
    hideNavigation: true,
    companyParam: 'company',
  },
  {
    name: 'registration.fields',
    path: '/admin/bedrijven/registratie',
    access: can('registration.fields.manage'),
    title: 'registration.fields.title',
    lead: { text: 'registration.fields.text' },
  },
])

export const nav: NavItem[] = [
  { section: 'profile', page: 'registration.fields', label: 'registration.fields.title', icon: 'questions', order: 60, aboutCompany: true },
]

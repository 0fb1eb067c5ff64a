import { anyone, can, signedIn } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'
import { registrationSettings } from './settings.js'

const Registrations = () => import('#plugins/registration/server/controllers/registrations_controller')
const Fields = () => import('#plugins/registration/server/controllers/fields_controller')
const manage = can('registration.fields.manage')
const COMPANY = { company: 'core_companies.id' } as const

/**
 * Self-registration: registration, sign-up, e-mail verification, and the registration questions of a company. The accounts belong to core.
 */
export default definePlugin({
  id: 'registration',
  folder: import.meta.url,
  permissions: { 'registration.fields.manage': MANAGER_ROLES },
  routes: [
    // Paths of the specification, section 7.
    {
      method: 'POST',
      path: '/register/update',
      name: 'registration.update',
      handler: [Registrations, 'update'],
      access: anyone,
      form: true,
    },
    {
      method: 'POST',
      path: '/public/register/verify',
      name: 'registration.verify',
      handler: [Registrations, 'verify'],
      access: anyone,
      form: true,
    },
    { method: 'GET', path: '/api/registration/state', name: 'registration.state', handler: [Registrations, 'state'], access: anyone },
    { method: 'POST', path: '/api/registration/start', name: 'registration.start', handler: [Registrations, 'start'], access: anyone },
    { method: 'POST', path: '/api/registration/code', name: 'registration.code', handler: [Registrations, 'code'], access: signedIn },
    { method: 'GET', path: '/api/registration/own', name: 'registration.own', handler: [Registrations, 'own'], access: signedIn },
    { method: 'GET', path: '/api/registration/companies', name: 'registration.companies', handler: [Fields, 'companies'], access: manage },
    {
      method: 'GET',
      path: '/api/registration/companies/:company/fields',
      name: 'registration.fields.show',
      handler: [Fields, 'show'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'PUT',
      path: '/api/registration/companies/:company/fields',
      name: 'registration.fields.update',
      handler: [Fields, 'update'],
      access: manage,
      params: COMPANY,
      sampleBody: { fields: [], version: '[]' },
    },
    {
      method: 'POST',
      path: '/api/registration/companies/:company/link',
      name: 'registration.link.renew',
      handler: [Fields, 'renewLink'],
      access: manage,
      params: COMPANY,
    },
  ],
  pages,
  visitorOpenings: {
    'registration.register': () => import('./server/opening.js'),
    'registration.sign_up': () => import('./server/opening.js'),
  },
  nav,
  doors: [
    {
      to: 'registration.register',
      question: 'registration.login.question',
      label: 'registration.login.link',
      when: { key: 'self_registration', is: 'open' },
    },
  ],
  settings: registrationSettings,
  migrations: true,
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})

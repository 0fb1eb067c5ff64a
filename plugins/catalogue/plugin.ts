import { anyone, can } from '#core/contract/access'
import { definePlugin, defineMail } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { defineFinder, listRoutes } from '#core/kit/lists'
import { catalogueService } from './contract/index.js'
import { nav, pages } from './pages.js'
import { attention, requestList } from './server/lists/requests.js'
import { catalogueSettings } from './settings.js'
import { catalogueArchiveRules } from './server/archive_rules.js'
import { catalogueMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'

const Catalogue = () => import('#plugins/catalogue/server/controllers/catalogue_controller')
const values = async (facts: { requestId: number; language: string }, to: 'supervisor' | 'participant') =>
  (await import('./server/services/requests.js')).requestMailValues(facts, to)

const view = can('catalogue.view')
const take = can('catalogue.take')
const manage = can('catalogue.requests.manage')
const offers = '/api/catalogue/offers'
const requests = '/api/catalogue/requests'
// The platform's courses, and the company's own by the view's policies.
const OFFER = { id: 'public' } as const
const sample = { name: 'Daan Visser', course: 'Werken op hoogte', message: 'Ik begin in maart op de nieuwe locatie.', answer: '' }

/** The available courses: for participants, supervisors and visitors, and the requests of participants. */
export default definePlugin({
  id: 'catalogue',
  folder: import.meta.url,
  requires: ['learning', 'companies'],
  permissions: {
    'catalogue.view': ['leerling', ...MANAGER_ROLES],
    'catalogue.take': ['leerling'],
    'catalogue.requests.manage': MANAGER_ROLES,
  },
  routes: [
    { method: 'GET', path: offers, name: 'catalogue.offers.index', handler: [Catalogue, 'index'], access: view },
    { method: 'GET', path: `${offers}/:id`, name: 'catalogue.offers.show', handler: [Catalogue, 'show'], access: view, params: OFFER },
    {
      method: 'POST',
      path: `${offers}/:id/take`,
      name: 'catalogue.offers.take',
      handler: [Catalogue, 'take'],
      access: take,
      params: OFFER,
    },
    {
      method: 'POST',
      path: `${offers}/:id/ask`,
      name: 'catalogue.offers.ask',
      handler: [Catalogue, 'ask'],
      access: take,
      params: OFFER,
      sampleBody: { message: '' },
    },
    { method: 'GET', path: requests, name: 'catalogue.requests.index', handler: [Catalogue, 'requests'], access: manage },
    ...listRoutes(requestList, requests),
    {
      method: 'GET',
      path: `${requests}/:id`,
      name: 'catalogue.requests.about',
      handler: [Catalogue, 'about'],
      access: manage,
      params: { id: 'catalogue_requests.id' },
    },
    {
      method: 'POST',
      path: `${requests}/:id/decide`,
      name: 'catalogue.requests.decide',
      handler: [Catalogue, 'decide'],
      access: manage,
      params: { id: 'catalogue_requests.id' },
      sampleBody: { grant: true },
    },
    // A company's public courses; the login id or host selects its scope.
    {
      method: 'GET',
      path: '/api/catalogue/public/offers',
      name: 'catalogue.public.index',
      handler: [Catalogue, 'publicIndex'],
      access: anyone,
    },
    {
      method: 'GET',
      path: '/api/catalogue/public/offers/:id',
      name: 'catalogue.public.show',
      handler: [Catalogue, 'publicShow'],
      access: anyone,
      params: OFFER,
    },
    {
      method: 'GET',
      path: '/api/catalogue/public/pictures/:hash',
      name: 'catalogue.public.picture',
      handler: [Catalogue, 'publicPicture'],
      access: anyone,
      params: { hash: 'public' },
    },
    // Specification, section 2: redirects to the configured contact page and reads nothing.
    {
      method: 'GET',
      path: '/booking/:category?/:courseid?',
      name: 'catalogue.booking',
      handler: [Catalogue, 'booking'],
      access: anyone,
      params: { category: 'public', courseid: 'public' },
    },
  ],
  lists: [requestList],
  finders: [
    defineFinder({
      name: 'catalogue.offers',
      label: 'catalogue.title',
      icon: 'school',
      // A participant finds their own courses with learning's finder.
      access: manage,
      find: async (session, text, most) => (await import('./server/services/offers.js')).findOffers(session, text, most),
    }),
  ],
  attention,
  pages,
  nav,
  settings: catalogueSettings,
  provides: [provide(catalogueService, async () => (await import('./server/services/public_course.js')).service)],
  openings: { 'catalogue.list': () => import('./server/opening.js') },
  publicContent: { 'catalogue.public': () => import('./server/public_page.js') },
  mails: [
    defineMail({
      trigger: 'catalogue.mail.requested',
      receivedBy: ['beheerder'],
      load: (facts: { requestId: number; language: string }) => values(facts, 'supervisor'),
      sample: { ...sample, actionUrl: 'https://platform.example/trainingen/aanvragen' },
    }),
    defineMail({
      trigger: 'catalogue.mail.granted',
      receivedBy: ['leerling'],
      load: (facts: { requestId: number; language: string }) => values(facts, 'participant'),
      sample: { ...sample, actionUrl: 'https://platform.example/deelnemer/trainingen' },
    }),
    defineMail({
      trigger: 'catalogue.mail.declined',
      receivedBy: ['leerling'],
      load: (facts: { requestId: number; language: string }) => values(facts, 'participant'),
      sample: { ...sample, answer: 'Dit jaar is het budget op.', actionUrl: 'https://platform.example/trainingen/catalogus' },
    }),
  ],
  personFacts,
  migrations: true,
  carried: catalogueArchiveRules,
  moves: catalogueMoves,
  personalTables: ['catalogue_requests'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async ({ memberships }) => (await import('./server/services/demo.js')).loadDemo(memberships) },
})

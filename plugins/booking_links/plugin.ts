import { anyone, can, signedIn } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { bookingCancelled, bookingConfirmed, bookingNotPaid, partCancelled } from '#plugins/booking/contract/index'
import { entryChanged } from '#plugins/exams/contract/index'
import { coursePassed } from '#plugins/learning/contract/index'
import { bookingLinksService } from './contract/index.js'
import { nav, pages } from './pages.js'
import { linksArchiveRules } from './server/archive_rules.js'
import { linkList } from './server/lists/links.js'

const Links = () => import('#plugins/booking_links/server/controllers/links_controller')
const Visitors = () => import('#plugins/booking_links/server/controllers/visitors_controller')
const outcomes = () => import('./server/services/outcomes.js')

const access = can('booking_links.manage')
const base = '/api/booking_links/links'
const at = '/api/booking_links/at/:token'
const LINK = { id: 'booking_links_links.id' } as const
const TOKEN = { token: 'public' } as const
const sample = {
  ...{ campaign: 'Sample', courses: [1], type: null, city: '', language: '', month: '', price_kind: 'list', price_value: 0 },
  ...{ expires_on: null, max_uses: null, registration: true, is_on: true, moment_id: null, reserved_seats: 0, min_people: 1 },
}

/** From a link to a booking (specification, section 2: tools). */
export default definePlugin({
  id: 'booking_links',
  folder: import.meta.url,
  requires: ['learning', 'booking'],
  permissions: { 'booking_links.manage': ADMIN_ROLES },
  routes: [
    // The short address that is printed and sent.
    { method: 'GET', path: '/b/:token', name: 'booking_links.visits.create', handler: [Visitors, 'visit'], access: anyone, params: TOKEN },
    { method: 'GET', path: at, name: 'booking_links.at.show', handler: [Visitors, 'show'], access: anyone, params: TOKEN },
    {
      method: 'POST',
      path: `${at}/register`,
      name: 'booking_links.at.register',
      handler: [Visitors, 'register'],
      access: anyone,
      params: TOKEN,
      sampleBody: { email: 'sample@elders.example', language: 'nl' },
    },
    {
      method: 'POST',
      path: `${at}/begin`,
      name: 'booking_links.at.begin',
      handler: [Visitors, 'begin'],
      access: signedIn,
      params: TOKEN,
      sampleBody: { course: 1 },
    },
    { method: 'GET', path: base, name: 'booking_links.links.index', handler: [Links, 'index'], access },
    ...listRoutes(linkList, base),
    { method: 'GET', path: '/api/booking_links/options', name: 'booking_links.options.index', handler: [Links, 'options'], access },
    { method: 'GET', path: '/api/booking_links/companies', name: 'booking_links.companies.index', handler: [Links, 'companies'], access },
    {
      method: 'POST',
      path: base,
      name: 'booking_links.links.create',
      handler: [Links, 'create'],
      access,
      sampleBody: { ...sample, company: 1 },
    },
    { method: 'GET', path: `${base}/:id`, name: 'booking_links.links.show', handler: [Links, 'show'], access, params: LINK },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'booking_links.links.update',
      handler: [Links, 'update'],
      access,
      params: LINK,
      sampleBody: { ...sample, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    {
      method: 'POST',
      path: `${base}/:id/switch`,
      name: 'booking_links.links.switch',
      handler: [Links, 'switch'],
      access,
      params: LINK,
      sampleBody: { on: true },
    },
    {
      method: 'POST',
      path: `${base}/:id/batch`,
      name: 'booking_links.links.batch',
      handler: [Links, 'batch'],
      access,
      params: LINK,
      sampleBody: { count: 1 },
    },
    { method: 'DELETE', path: `${base}/:id`, name: 'booking_links.links.remove', handler: [Links, 'remove'], access, params: LINK },
    { method: 'GET', path: `${base}/:id/history`, name: 'booking_links.history.index', handler: [Links, 'history'], access, params: LINK },
    { method: 'GET', path: `${base}/:id/days`, name: 'booking_links.days.index', handler: [Links, 'days'], access, params: LINK },
    {
      method: 'GET',
      path: `${base}/:id/qr/:format`,
      name: 'booking_links.qr.show',
      handler: [Links, 'qr'],
      access,
      params: { ...LINK, format: 'public' },
    },
  ],
  lists: [linkList],
  pages,
  nav,
  provides: [provide(bookingLinksService, async () => (await import('./server/services/uses.js')).service)],
  // Each handler reads the booking again, so the order of the events and repeated events do not matter.
  listeners: [
    on(bookingConfirmed, 'confirmed', async (facts) => (await outcomes()).recount(facts)),
    on(bookingNotPaid, 'not_paid', async (facts) => (await outcomes()).recount(facts)),
    on(bookingCancelled, 'canceled', async (facts) => (await outcomes()).recount(facts)),
    on(partCancelled, 'part_canceled', async (facts) => (await outcomes()).recount(facts)),
    on(coursePassed, 'passed', async (facts) => (await outcomes()).coursePassedOf(facts)),
    on(entryChanged, 'exam_changed', async (facts) => (await outcomes()).entryChangedOf(facts)),
  ],
  // Write the visits of the last second before the process ends.
  start: async () => async () => (await import('./server/services/visits.js')).flushVisits(),
  migrations: true,
  carried: linksArchiveRules,
  demo: { company: async () => (await import('./server/services/demo.js')).loadDemo() },
})

import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { provide } from '#core/contract/services'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { finderOf, listRoutes } from '#core/kit/lists'
import { entriesReleased, momentMoved } from '#plugins/exams/contract/index'
import { seatBookers } from '#plugins/exams/contract/seat_bookers'
import { paymentFailed, paymentPaid } from '#plugins/payments/contract/index'
import { bookingService } from './contract/index.js'
import { otherWork } from '#plugins/learning/contract/other_work'
import { pages } from './pages.js'
import { bookings } from './server/lists/bookings.js'
import { bookingMails } from './server/mails.js'
import { bookingSettings } from './contract/settings.js'
import { bookingArchiveRules } from './server/archive_rules.js'
import { bookingMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'

const Wizard = () => import('#plugins/booking/server/controllers/wizard_controller')
const Bookings = () => import('#plugins/booking/server/controllers/bookings_controller')
const card = () => import('./server/services/card.js')
const news = () => import('./server/services/exam_news.js')

const book = can('booking.book')
const wizard = can('booking.wizard')
const manage = can('booking.manage')
const base = '/api/booking/bookings'
const draft = '/api/booking/draft'
const BOOKING = { id: 'booking_bookings.id' } as const
const answers = { course: null, type: null, people: [] }

/** From "we need this course" to a seat, a course and an invoice (specification, sections 3 and 4: booking). */
export default definePlugin({
  id: 'booking',
  folder: import.meta.url,
  requires: ['learning', 'administration', 'companies', 'people'],
  permissions: {
    // For oneself, one's company, or the company that an admin chose.
    'booking.wizard': ['leerling', ...MANAGER_ROLES],
    // A participant's own booking, and its payment.
    'booking.book': ['leerling', 'beheerder'],
    // Other people than oneself.
    'booking.others': MANAGER_ROLES,
    'booking.again': ['beheerder'],
    'booking.moments': ['leerling', ...MANAGER_ROLES],
    'booking.manage': MANAGER_ROLES,
    'booking.process': ADMIN_ROLES,
  },
  settings: bookingSettings,
  routes: [
    { method: 'GET', path: draft, name: 'booking.wizard.draft', handler: [Wizard, 'draft'], access: wizard },
    {
      method: 'PUT',
      path: draft,
      name: 'booking.wizard.keep',
      handler: [Wizard, 'keep'],
      access: wizard,
      sampleBody: { answers, step: null },
    },
    { method: 'DELETE', path: draft, name: 'booking.wizard.drop', handler: [Wizard, 'drop'], access: wizard },
    {
      method: 'POST',
      path: `${draft}/again`,
      name: 'booking.wizard.again',
      handler: [Wizard, 'again'],
      access: can('booking.again'),
      sampleBody: { booking: 1 },
    },
    { method: 'GET', path: '/api/booking/offers', name: 'booking.wizard.offers', handler: [Wizard, 'offers'], access: wizard },
    {
      method: 'GET',
      path: '/api/booking/companies',
      name: 'booking.wizard.companies',
      handler: [Wizard, 'companies'],
      access: can('booking.process'),
    },
    {
      method: 'GET',
      path: '/api/booking/moments',
      name: 'booking.wizard.moments',
      handler: [Wizard, 'moments'],
      access: can('booking.moments'),
    },
    {
      method: 'POST',
      path: '/api/booking/price',
      name: 'booking.wizard.price',
      handler: [Wizard, 'price'],
      access: wizard,
      sampleBody: { answers },
    },
    { method: 'GET', path: base, name: 'booking.bookings.index', handler: [Bookings, 'index'], access: manage },
    ...listRoutes(bookings, base),
    {
      method: 'POST',
      path: base,
      name: 'booking.wizard.book',
      handler: [Wizard, 'book'],
      access: wizard,
      sampleBody: { draft: 1, version: '2026-01-31T12:00:00.000000Z', total_cents: 0 },
    },
    { method: 'GET', path: `${base}/:id`, name: 'booking.bookings.show', handler: [Bookings, 'show'], access: manage, params: BOOKING },
    { method: 'GET', path: '/api/booking/own', name: 'booking.own.index', handler: [Bookings, 'own'], access: book },
    { method: 'GET', path: '/api/booking/own/:id', name: 'booking.own.show', handler: [Bookings, 'show'], access: book, params: BOOKING },
    {
      method: 'POST',
      path: '/api/booking/own/:id/adjustments',
      name: 'booking.own.adjust',
      handler: [Bookings, 'adjust'],
      access: book,
      params: BOOKING,
      sampleBody: { adjustments: [], updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    {
      method: 'POST',
      path: `${base}/:id/check`,
      name: 'booking.bookings.check',
      handler: [Bookings, 'check'],
      access: book,
      params: BOOKING,
    },
    { method: 'POST', path: `${base}/:id/pay`, name: 'booking.bookings.pay', handler: [Bookings, 'pay'], access: book, params: BOOKING },
    {
      method: 'POST',
      path: `${base}/:id/acts`,
      name: 'booking.bookings.change',
      handler: [Bookings, 'act'],
      access: manage,
      params: BOOKING,
      sampleBody: { act: 'extend_course', updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    {
      method: 'GET',
      path: '/api/booking/vat_checks',
      name: 'booking.vat_checks.index',
      handler: [Bookings, 'vatChecks'],
      access: can('booking.process'),
    },
    {
      method: 'POST',
      path: '/api/booking/vat_checks/:id/check',
      name: 'booking.vat_checks.check',
      handler: [Bookings, 'checkVat'],
      access: can('booking.process'),
      params: { id: 'booking_vat_checks.id' },
    },
  ],
  lists: [bookings],
  finders: [
    finderOf(bookings, {
      label: 'booking.bookings.title',
      icon: 'receipt',
      hit: ({ id, number, order_number: order, company_name: company }) => ({
        title: order ? `${number} · ${order}` : number,
        detail: company,
        path: `/administratie/boekingen/wijzigen?id=${id}`,
      }),
    }),
  ],
  pages,
  openings: { 'booking.own': () => import('./server/opening.js'), 'booking.change': () => import('./server/opening.js') },
  listeners: [
    on(paymentPaid, 'paid', async (facts) => (await card()).paid(facts)),
    on(paymentFailed, 'not_paid', async (facts) => (await card()).notPaid(facts)),
    on(entriesReleased, 'seats_lost', async (facts) => (await news()).seatsLost(facts)),
    on(momentMoved, 'moment_moved', async (facts) => (await news()).momentChanged(facts)),
  ],
  provides: [
    provide(bookingService, async () => (await import('./server/services/standing.js')).service),
    provide(seatBookers, async () => (await import('./server/services/seat_bookers.js')).service),
    provide(otherWork, async () => (await import('./server/services/own_exams.js')).ownWork),
  ],
  mails: bookingMails,
  jobs: [
    {
      name: 'booking.release',
      run: async (job: { booking: number }) => (await import('./server/services/release.js')).releaseCourses(job),
      limitSeconds: 600,
    },
    {
      // Everybody left an exam with a minimum: bookings that left earlier get back what they pay for it.
      name: 'booking.give_least_back',
      run: async (job: { moment: number }) => (await import('./server/services/least_returned.js')).giveLeastBack(job),
    },
    {
      // Asks the payment provider about payments that have been open too long, in case a webhook was lost.
      name: 'booking.compare',
      run: async () => (await card()).compareOpen(),
      schedule: {
        cron: '40 3 * * *',
        each: 'company',
        due: `select company_id from booking_bookings where status in ('created', 'open') and pay_until < now()`,
      },
      limitSeconds: 1800,
    },
  ],
  personFacts,
  invitationText: async (membershipId) => (await import('./server/services/invitation.js')).invitationText(membershipId),
  migrations: true,
  carried: bookingArchiveRules,
  moves: bookingMoves,
  personalTables: ['booking_drafts', 'booking_bookings', 'booking_people', 'booking_history', 'booking_agreements'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  eraseAddress: async (...of) => (await import('./server/services/personal_data.js')).eraseAddress(...of),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})

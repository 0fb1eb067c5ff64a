import { anyone, can, signedIn } from '#core/contract/access'
import { on } from '#core/contract/events'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { bookingCancelled, bookingConfirmed, type BookingFacts } from '#plugins/booking/contract/index'
import { seatKeysService } from './contract/index.js'
import { pages } from './pages.js'

const Keys = () => import('#plugins/seat_keys/server/controllers/keys_controller')
const Visitors = () => import('#plugins/seat_keys/server/controllers/visitors_controller')
const personalData = () => import('./server/services/personal_data.js')

const manage = can('seat_keys.manage')
const at = '/api/seat_keys/at/:token'
const TOKEN = { token: 'public' } as const
const BOOKING = { id: 'seat_keys_keys.booking_id' } as const
const KEY = { id: 'seat_keys_keys.id' } as const

/** Seats of a course that somebody buys without naming people, and hands out as keys. */
export default definePlugin({
  id: 'seat_keys',
  folder: import.meta.url,
  requires: ['learning', 'booking'],
  permissions: { 'seat_keys.manage': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: at, name: 'seat_keys.at.show', handler: [Visitors, 'show'], access: anyone, params: TOKEN },
    {
      method: 'POST',
      path: `${at}/register`,
      name: 'seat_keys.at.register',
      handler: [Visitors, 'register'],
      access: anyone,
      params: TOKEN,
      sampleBody: { email: 'sample@elders.example', language: 'nl' },
    },
    { method: 'POST', path: `${at}/use`, name: 'seat_keys.at.use', handler: [Visitors, 'use'], access: signedIn, params: TOKEN },
    {
      method: 'GET',
      path: '/api/seat_keys/bookings/:id',
      name: 'seat_keys.keys.index',
      handler: [Keys, 'index'],
      access: manage,
      params: BOOKING,
    },
    {
      method: 'GET',
      path: '/api/seat_keys/bookings/:id/files/:format',
      name: 'seat_keys.files.show',
      handler: [Keys, 'file'],
      access: manage,
      params: { ...BOOKING, format: 'public' },
    },
    {
      method: 'POST',
      path: '/api/seat_keys/keys/:id/withdraw',
      name: 'seat_keys.keys.withdraw',
      handler: [Keys, 'withdraw'],
      access: manage,
      params: KEY,
    },
    {
      method: 'POST',
      path: '/api/seat_keys/keys/:id/renew',
      name: 'seat_keys.keys.renew',
      handler: [Keys, 'renew'],
      access: manage,
      params: KEY,
    },
  ],
  pages,
  provides: [provide(seatKeysService, async () => (await import('./server/services/store.js')).service)],
  listeners: [
    on(bookingCancelled, 'withdraw', async ({ bookingId }) => (await import('./server/services/store.js')).withdrawAll(bookingId)),
  ],
  mails: [
    defineMail<BookingFacts>({
      trigger: 'seat_keys.mail.ready',
      on: bookingConfirmed,
      when: ({ bookedBy, byKeys }) => byKeys === true && bookedBy !== null,
      receivedBy: ['beheerder'],
      to: ({ bookedBy }) => bookedBy!,
      load: async (facts) => (await import('./server/services/mail_values.js')).readyValues(facts),
      sample: {
        number: 'B000012',
        course: 'Veilig werken op hoogte',
        count: '10',
        actionUrl: 'https://platform.example/administratie/boekingen/wijzigen?id=1',
      },
    }),
  ],
  migrations: true,
  personalTables: ['seat_keys_keys'],
  exportPersonalData: async (membershipId) => (await personalData()).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await personalData()).erasePersonalData(membershipId),
  // What a company bought stays with it.
  moves: { tables: { seat_keys_keys: 'stays' }, words: { seat_keys_keys: { stays: 'seat_keys.move.stays' } } },
  carried: { stays: { seat_keys_keys: 'keys to bookings of this platform, at addresses that lead here' } },
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})

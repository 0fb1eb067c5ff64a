import { anyone, can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { provide } from '#core/contract/services'
import { waitingListService } from './contract/index.js'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { listRoutes } from '#core/kit/lists'
import { entriesReleased, seatFreed } from '#plugins/exams/contract/index'
import { nav, pages } from './pages.js'
import { placeList } from './server/lists/places.js'
import { waitingListSettings } from './settings.js'
import { waitingListArchiveRules } from './server/archive_rules.js'
import { waitingListMoves } from './server/moves.js'

const Places = () => import('#plugins/waiting_list/server/controllers/places_controller')
const offerSeats = async () => (await import('./server/services/offer.js')).offerSeats()
const values = async (facts: { placeId: number; language?: string }) =>
  (await import('./server/services/mail_values.js')).placeMailValues(facts)

const manage = can('waiting_list.manage')
const line = '/api/waiting_list/line'
const PLACE = { id: 'waiting_list_places.id' } as const
const sample = {
  ...{ name: 'Joris van Wijk', course: 'Werken op hoogte', city: 'Zwolle', moment: 'dinsdag 1 december 2026 om 09:00' },
  ...{
    location: 'Examencentrum, Zwolle',
    until: 'maandag 23 november 2026 om 17:00',
    actionUrl: 'https://platform.example/wachtlijst/voorbeeld',
  },
}

/** The people who wait for a seat at an exam, and the offers made when one is free. */
export default definePlugin({
  id: 'waiting_list',
  folder: import.meta.url,
  requires: ['exams', 'catalogue'],
  permissions: { 'waiting_list.manage': MANAGER_ROLES },
  routes: [
    {
      // A request of a visitor: nothing is read, and the mail goes to that address only.
      method: 'POST',
      path: '/api/waiting_list/places',
      name: 'waiting_list.places.create',
      handler: [Places, 'create'],
      access: anyone,
      sampleBody: { email: 'a@b.example', name: 'Sample', course: 1, city: 'Utrecht', language: 'nl', month: '2030-01', lang: 'nl' },
    },
    // The secret in the mail proves access to the mailbox.
    {
      method: 'GET',
      path: '/api/waiting_list/places/:token',
      name: 'waiting_list.places.show',
      handler: [Places, 'show'],
      access: anyone,
      params: { token: 'public' },
    },
    {
      method: 'POST',
      path: '/api/waiting_list/places/:token',
      name: 'waiting_list.places.answer',
      handler: [Places, 'answer'],
      access: anyone,
      params: { token: 'public' },
      sampleBody: { action: 'confirm' },
    },
    { method: 'GET', path: line, name: 'waiting_list.line.index', handler: [Places, 'index'], access: manage },
    ...listRoutes(placeList, line),
    {
      method: 'POST',
      path: `${line}/:id/move`,
      name: 'waiting_list.line.move',
      handler: [Places, 'move'],
      access: manage,
      params: PLACE,
      sampleBody: { to: 'up', reason: 'Sample' },
    },
    {
      method: 'POST',
      path: `${line}/:id/remove`,
      name: 'waiting_list.line.remove',
      handler: [Places, 'remove'],
      access: manage,
      params: PLACE,
      sampleBody: { reason: 'Sample' },
    },
    {
      method: 'GET',
      path: `${line}/:id/history`,
      name: 'waiting_list.line.history',
      handler: [Places, 'history'],
      access: manage,
      params: PLACE,
    },
  ],
  lists: [placeList],
  pages,
  nav,
  settings: waitingListSettings,
  provides: [provide(waitingListService, async () => (await import('./server/services/service.js')).service)],
  listeners: [
    on(seatFreed, 'freed', offerSeats),
    on(entriesReleased, 'released', async ({ key, reason }) => {
      if (reason === 'withdrawn') await (await import('./server/services/line.js')).restoreQueuePlaces(key)
    }),
  ],
  jobs: [
    {
      // Changes without an event: an expired offer, a new moment, a seat released by another company.
      name: 'waiting_list.offer',
      run: offerSeats,
      schedule: {
        cron: '*/5 * * * *',
        each: 'company',
        due: `select company_id from waiting_list_places where status = 'waiting' and month >= to_char(now(), 'YYYY-MM')
          union select company_id from waiting_list_places where status = 'offered' and offer_until <= now()`,
      },
      limitSeconds: 600,
    },
  ],
  mails: [
    defineMail({ trigger: 'waiting_list.mail.confirm', beforeAccount: true, receivedBy: [], load: values, secrets: ['actionUrl'], sample }),
    defineMail({
      trigger: 'waiting_list.mail.offer',
      beforeAccount: true,
      receivedBy: ['leerling', 'beheerder'],
      load: values,
      secrets: ['actionUrl'],
      required: ['until'],
      sample,
    }),
    defineMail({ trigger: 'waiting_list.mail.accepted', receivedBy: ['beheerder'], load: values, sample }),
  ],
  migrations: true,
  carried: waitingListArchiveRules,
  moves: waitingListMoves,
  personalTables: ['waiting_list_places', 'waiting_list_history'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  eraseAddress: async (...of) => (await import('./server/services/personal_data.js')).eraseAddress(...of),
  demo: { company: async ({ loginId }) => (await import('./server/services/demo.js')).loadDemo(loginId) },
})

import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { examRoom } from '#plugins/learning/contract/exam_room'
import { examsDemo } from './contract/demo.js'
import { examsService } from './contract/index.js'
import { nav, pages } from './pages.js'
import { entryList } from './server/lists/entries.js'
import { examList } from './server/lists/exams.js'
import { momentList } from './server/lists/moments.js'
import { openRequests, requestList } from './server/lists/requests.js'
import { examMails } from './server/mails.js'
import { examsArchiveRules } from './server/archive_rules.js'
import { CANDIDATES_DUE, ENTRIES_DUE, NEWS_DUE, OLD_NEWS_DUE, REMINDERS_DUE } from './server/due.js'
import { examsMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'
import { examsSettings } from './settings.js'

const Exams = () => import('#plugins/exams/server/controllers/exams_controller')
const Requests = () => import('#plugins/exams/server/controllers/requests_controller')
const Candidates = () => import('#plugins/exams/server/controllers/candidates_controller')
const manage = can('exams.manage')
const view = can('exams.moments.view')

const exams = '/api/exams/exams'
const moments = '/api/exams/moments'
const entries = '/api/exams/entries'
const own = '/api/exams/own'
const requests = '/api/exams/requests'
const REQUEST = { id: 'exams_requests.id' } as const
const wish = { exam_id: 1, people: 8, language: 'nl', wished_on: '2030-01-31', location: 'Sample', address: 'Sample 1', city: 'Sample' }
// Owned by the platform: every company that may book the course reads them.
const PLATFORM = { id: 'public' } as const
const ENTRY = { id: 'exams_entries.id' } as const
const exam = { course_id: 1, languages: ['nl'], provider: null, adults_only: false, certificate: {}, valid_months: 12, active: true }
const at = { language: 'nl', day: '2030-01-31', time: '09:00', seats: 10, provider: null, adults_only: false }
const place = { city: 'Utrecht', location: 'Sample', address: '' }
const version = { updated_at: '2026-01-31T12:00:00.000000Z' }

/** Exams: what is examined by whom, where and when, who has a seat, and the results. */
export default definePlugin({
  id: 'exams',
  folder: import.meta.url,
  requires: ['learning', 'companies'],
  // A company that gives exams has examiners, who confirm people and record who passed.
  permissions: {
    'exams.manage': ADMIN_ROLES,
    'exams.moments.view': [...MANAGER_ROLES, 'examinator'],
    'exams.requests.make': ['beheerder'],
    // One's own seat at an exam.
    'exams.own.view': ['leerling', 'beheerder', 'examinator', 'proctor'],
    'exams.terms.view': ['leerling', ...MANAGER_ROLES],
  },
  routes: [
    { method: 'GET', path: exams, name: 'exams.exams.index', handler: [Exams, 'exams'], access: manage },
    ...listRoutes(examList, exams),
    { method: 'GET', path: '/api/exams/options', name: 'exams.options.index', handler: [Exams, 'options'], access: manage },
    { method: 'POST', path: exams, name: 'exams.exams.create', handler: [Exams, 'createExam'], access: manage, sampleBody: exam },
    { method: 'GET', path: `${exams}/:id`, name: 'exams.exams.show', handler: [Exams, 'exam'], access: manage, params: PLATFORM },
    {
      method: 'PUT',
      path: `${exams}/:id`,
      name: 'exams.exams.update',
      handler: [Exams, 'updateExam'],
      access: manage,
      params: PLATFORM,
      sampleBody: { ...exam, ...version },
    },
    { method: 'GET', path: moments, name: 'exams.moments.index', handler: [Exams, 'moments'], access: view },
    ...listRoutes(momentList, moments),
    { method: 'GET', path: '/api/exams/calendar', name: 'exams.moments.calendar', handler: [Exams, 'calendar'], access: view },
    {
      method: 'POST',
      path: moments,
      name: 'exams.moments.create',
      handler: [Exams, 'createMoments'],
      access: manage,
      sampleBody: { exam_id: 1, ...at, places: [place], weeks: 1 },
    },
    { method: 'GET', path: `${moments}/:id`, name: 'exams.moments.show', handler: [Exams, 'moment'], access: view, params: PLATFORM },
    {
      method: 'GET',
      path: `${moments}/:id/terms`,
      name: 'exams.moments.terms',
      handler: [Exams, 'terms'],
      access: can('exams.terms.view'),
      params: PLATFORM,
    },
    {
      method: 'PUT',
      path: `${moments}/:id`,
      name: 'exams.moments.update',
      handler: [Exams, 'updateMoment'],
      access: manage,
      params: PLATFORM,
      sampleBody: { ...at, ...place, ...version },
    },
    {
      method: 'POST',
      path: `${moments}/:id/withdraw`,
      name: 'exams.moments.withdraw',
      handler: [Exams, 'withdraw'],
      access: manage,
      params: PLATFORM,
      sampleBody: { reason: 'Sample' },
    },
    { method: 'GET', path: entries, name: 'exams.entries.index', handler: [Exams, 'entries'], access: view },
    ...listRoutes(entryList, entries),
    {
      method: 'POST',
      path: `${entries}/:id/status`,
      name: 'exams.entries.status',
      handler: [Exams, 'setStatus'],
      access: view,
      params: ENTRY,
      sampleBody: { status: 'confirmed' },
    },
    {
      method: 'POST',
      path: `${moments}/:id/candidates`,
      name: 'exams.candidates.list',
      handler: [Candidates, 'list'],
      access: view,
      params: PLATFORM,
    },
    {
      method: 'GET',
      path: `${own}/:id/candidate`,
      name: 'exams.candidates.show',
      handler: [Candidates, 'show'],
      access: can('exams.own.view'),
      params: ENTRY,
    },
    {
      method: 'PUT',
      path: `${own}/:id/candidate`,
      name: 'exams.candidates.confirm',
      handler: [Candidates, 'confirm'],
      access: can('exams.own.view'),
      params: ENTRY,
      sampleBody: { initials: 'S.', lastname: 'Sample', birthdate: '1990-01-31', birthplace: 'Sample', accepted: true },
    },
    { method: 'GET', path: requests, name: 'exams.requests.index', handler: [Requests, 'index'], access: view },
    ...listRoutes(requestList, requests),
    {
      method: 'GET',
      path: '/api/exams/request_options',
      name: 'exams.requests.options',
      handler: [Requests, 'options'],
      access: can('exams.requests.make'),
    },
    {
      method: 'POST',
      path: requests,
      name: 'exams.requests.create',
      handler: [Requests, 'create'],
      access: can('exams.requests.make'),
      sampleBody: wish,
    },
    {
      method: 'POST',
      path: `${requests}/:id/answer`,
      name: 'exams.requests.answer',
      handler: [Requests, 'answer'],
      access: view,
      params: REQUEST,
      sampleBody: { plan: false, reason: 'Sample' },
    },
    {
      method: 'DELETE',
      path: `${requests}/:id`,
      name: 'exams.requests.withdraw',
      handler: [Requests, 'withdraw'],
      access: can('exams.requests.make'),
      params: REQUEST,
    },
    { method: 'GET', path: `${moments}/:id/day`, name: 'exams.moments.day', handler: [Exams, 'day'], access: view, params: PLATFORM },
    {
      method: 'POST',
      path: `${moments}/:id/no_shows`,
      name: 'exams.moments.no_shows',
      handler: [Exams, 'noShows'],
      access: view,
      params: PLATFORM,
    },
    {
      method: 'POST',
      path: `${moments}/:id/start`,
      name: 'exams.moments.start',
      handler: [Exams, 'start'],
      access: view,
      params: PLATFORM,
    },
    {
      method: 'POST',
      path: `${entries}/:id/reopen`,
      name: 'exams.entries.reopen',
      handler: [Exams, 'reopen'],
      access: view,
      params: ENTRY,
    },
    {
      method: 'PUT',
      path: `${entries}/:id/presence`,
      name: 'exams.entries.presence',
      handler: [Exams, 'presence'],
      access: view,
      params: ENTRY,
      sampleBody: { arrived: true },
    },
    {
      method: 'GET',
      path: `${entries}/:id/history`,
      name: 'exams.entries.history',
      handler: [Exams, 'history'],
      access: view,
      params: ENTRY,
    },
  ],
  lists: [examList, momentList, entryList, requestList],
  attention: [openRequests],
  provides: [
    provide(examsService, async () => (await import('./server/services/exams_service.js')).service),
    provide(examsDemo, async () => (await import('./server/services/demo_room.js')).demo),
    provide(examRoom, async () => (await import('./server/services/exam_room.js')).room),
  ],
  pages,
  openings: { 'exams.moment': () => import('./server/opening.js') },
  nav,
  jobs: [
    {
      // An expired hold no longer counts immediately; this job releases the seats and emits the events.
      name: 'exams.keep',
      run: async () => (await import('./server/services/update_entries.js')).updateEntries(),
      schedule: { cron: '*/5 * * * *', each: 'company', due: ENTRIES_DUE },
      limitSeconds: 600,
    },
    {
      // Mails the addresses of this company about entries at exams that it gives.
      name: 'exams.tell_provider',
      run: async () => (await import('./server/services/provider_mails.js')).mailProvider(),
      schedule: { cron: '2-59/5 * * * *', each: 'company', due: NEWS_DUE },
      limitSeconds: 600,
    },
    {
      name: 'exams.remind',
      run: async () => (await import('./server/services/reminders.js')).remindPeople(),
      schedule: { cron: '0 8 * * *', each: 'company', due: REMINDERS_DUE },
      limitSeconds: 600,
    },
    {
      name: 'exams.forget_candidates',
      run: async () => (await import('./server/services/candidates.js')).eraseCandidates(),
      schedule: { cron: '45 3 * * *', each: 'company', due: CANDIDATES_DUE },
    },
    {
      name: 'exams.forget_news',
      run: async () => (await import('./server/services/update_entries.js')).deleteOldNews(),
      schedule: { cron: '35 3 * * *', each: 'company', due: OLD_NEWS_DUE },
    },
  ],
  mails: examMails,
  personFacts,
  settings: examsSettings,
  migrations: true,
  carried: examsArchiveRules,
  moves: examsMoves,
  personalTables: ['exams_entries', 'exams_entry_history', 'exams_news', 'exams_requests'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: {
    platform: async () => (await import('./server/services/demo.js')).loadPlatformDemo(),
    company: async ({ memberships }) => (await import('./server/services/demo.js')).loadDemo(memberships),
  },
})

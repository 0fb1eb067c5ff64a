import { anyone, can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { listRoutes } from '#core/kit/lists'
import {
  courseFailed,
  coursePassed,
  courseRegraded,
  participationChanged,
  participationProgressed,
  participationStarted,
} from '#plugins/learning/contract/index'
import { nav, pages } from './pages.js'
import { ltiArchiveRules } from './server/archive_rules.js'
import { grades } from './server/lists/grades.js'
import { launches } from './server/lists/launches.js'
import { ltiMails } from './server/mails.js'
import { ltiMoves } from './server/moves.js'
import { ltiLaunches } from './server/launches.js'
import type { RosterChoice } from './server/services/roster.js'

const Launch = () => import('#plugins/lti/server/controllers/launch_controller')
const Platforms = () => import('#plugins/lti/server/controllers/platforms_controller')
const Arrivals = () => import('#plugins/lti/server/controllers/arrivals_controller')
const Sources = () => import('#plugins/lti/server/controllers/sources_controller')
const People = () => import('#plugins/lti/server/controllers/people_controller')
const manage = can('lti.manage')
// Any member of a company: the rows decide what they may see of a launch.
const takePart = can('lti.take_part')
const COMPANY = { company: 'core_companies.id' } as const
const SOURCE = { ...COMPANY, id: 'lti_sources.id' } as const
const PLATFORM = { ...COMPANY, id: 'lti_platforms.id' } as const
const changed = async ({ participationId }: { participationId: number }) =>
  (await import('./server/services/grades.js')).gradeChanged(participationId)

const sample = {
  name: 'Moodle',
  issuer: 'https://moodle.example',
  client_id: 'abc',
  deployments: ['1'],
  auth_url: 'https://moodle.example/mod/lti/auth.php',
  token_url: 'https://moodle.example/mod/lti/token.php',
  jwks_url: 'https://moodle.example/mod/lti/certs.php',
  public_key: null,
  audience: null,
  frame_origins: [],
  trusted_domains: [],
  is_active: true,
}

/** Other learning systems launch our courses (LTI 1.3) and receive grades. */
export default definePlugin({
  id: 'lti',
  folder: import.meta.url,
  requires: ['learning'],
  permissions: { 'lti.manage': ADMIN_ROLES, 'lti.take_part': ['leerling', 'beheerder', 'examinator', 'proctor'] },
  routes: [
    // The browser of another system's user: the signed token is the permission and names the company.
    { method: 'GET', path: '/lti/login', name: 'lti.login', handler: [Launch, 'login'], access: anyone },
    { method: 'POST', path: '/lti/login', name: 'lti.login.post', handler: [Launch, 'login'], access: anyone, skipCsrf: true },
    { method: 'POST', path: '/lti/launch', name: 'lti.launch', handler: [Launch, 'launch'], access: anyone, skipCsrf: true },
    { method: 'POST', path: '/lti/deeplink', name: 'lti.deep_link', handler: [Launch, 'deepLink'], access: anyone, skipCsrf: true },
    { method: 'GET', path: '/lti/back', name: 'lti.back', handler: [Launch, 'back'], access: anyone },
    { method: 'GET', path: '/lti/jwks', name: 'lti.jwks', handler: [Launch, 'keys'], access: anyone },
    { method: 'GET', path: '/lti/register', name: 'lti.register', handler: [Launch, 'register'], access: anyone },

    { method: 'POST', path: '/api/lti/linking', name: 'lti.linking', handler: [People, 'linking'], access: anyone, skipCsrf: true },
    { method: 'POST', path: '/api/lti/link', name: 'lti.link', handler: [People, 'link'], access: anyone, skipCsrf: true },
    { method: 'POST', path: '/api/lti/unlinking', name: 'lti.unlinking', handler: [People, 'unlinking'], access: anyone, skipCsrf: true },
    { method: 'POST', path: '/api/lti/unlink', name: 'lti.unlink', handler: [People, 'unlink'], access: anyone, skipCsrf: true },
    // The signature of the other system is the permission.
    { method: 'POST', path: '/api/lti/arrivals', name: 'lti.arrivals.create', handler: [Arrivals, 'create'], access: anyone },
    { method: 'POST', path: '/api/lti/arrivals/asked', name: 'lti.arrivals.show', handler: [Arrivals, 'show'], access: anyone },
    { method: 'POST', path: '/api/lti/arrivals/register', name: 'lti.arrivals.register', handler: [Arrivals, 'register'], access: anyone },
    {
      method: 'GET',
      path: '/api/lti/offers/:token',
      name: 'lti.offers',
      handler: [People, 'offers'],
      access: takePart,
      params: { token: 'public' },
    },
    {
      method: 'GET',
      path: '/api/lti/links/:id/results',
      name: 'lti.results',
      handler: [People, 'results'],
      access: takePart,
      params: { id: 'lti_links.id' },
    },
    {
      method: 'POST',
      path: '/api/lti/links/:id/roster',
      name: 'lti.roster',
      handler: [People, 'roster'],
      access: takePart,
      params: { id: 'lti_links.id' },
    },
    {
      method: 'POST',
      path: '/api/lti/links/:id/take',
      name: 'lti.take',
      handler: [People, 'take'],
      access: takePart,
      params: { id: 'lti_links.id' },
    },

    { method: 'GET', path: '/api/lti/companies', name: 'lti.companies', handler: [Platforms, 'companies'], access: manage },
    {
      method: 'GET',
      path: '/api/lti/companies/:company/platforms',
      name: 'lti.platforms.index',
      handler: [Platforms, 'index'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'POST',
      path: '/api/lti/companies/:company/platforms',
      name: 'lti.platforms.create',
      handler: [Platforms, 'create'],
      access: manage,
      params: COMPANY,
      sampleBody: sample,
    },
    {
      method: 'PUT',
      path: '/api/lti/companies/:company/platforms/:id',
      name: 'lti.platforms.update',
      handler: [Platforms, 'update'],
      access: manage,
      params: PLATFORM,
      sampleBody: { ...sample, updated_at: '2026-01-01T00:00:00.000000Z' },
    },
    {
      method: 'DELETE',
      path: '/api/lti/companies/:company/platforms/:id',
      name: 'lti.platforms.destroy',
      handler: [Platforms, 'destroy'],
      access: manage,
      params: PLATFORM,
    },
    {
      method: 'POST',
      path: '/api/lti/companies/:company/platforms/:id/check',
      name: 'lti.platforms.check',
      handler: [Platforms, 'check'],
      access: manage,
      params: PLATFORM,
    },
    {
      method: 'POST',
      path: '/api/lti/companies/:company/platforms/:id/roster',
      name: 'lti.platforms.roster',
      handler: [Platforms, 'roster'],
      access: manage,
      params: PLATFORM,
    },
    {
      method: 'POST',
      path: '/api/lti/companies/:company/invitation',
      name: 'lti.invitation',
      handler: [Platforms, 'invite'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'GET',
      path: '/api/lti/companies/:company/sources',
      name: 'lti.sources.index',
      handler: [Sources, 'index'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'POST',
      path: '/api/lti/companies/:company/sources',
      name: 'lti.sources.create',
      handler: [Sources, 'create'],
      access: manage,
      params: COMPANY,
      sampleBody: { name: 'Intranet' },
    },
    {
      method: 'PUT',
      path: '/api/lti/companies/:company/sources/:id',
      name: 'lti.sources.update',
      handler: [Sources, 'update'],
      access: manage,
      params: SOURCE,
      sampleBody: { name: 'Intranet', is_active: true },
    },
    {
      method: 'POST',
      path: '/api/lti/companies/:company/sources/:id/secret',
      name: 'lti.sources.renew',
      handler: [Sources, 'renew'],
      access: manage,
      params: SOURCE,
      sampleBody: { keep: true },
    },
    {
      method: 'DELETE',
      path: '/api/lti/companies/:company/sources/:id',
      name: 'lti.sources.destroy',
      handler: [Sources, 'destroy'],
      access: manage,
      params: SOURCE,
    },
    { method: 'GET', path: '/api/lti/launches', name: 'lti.launches.index', handler: [Platforms, 'launches'], access: manage },
    ...listRoutes(launches, '/api/lti/launches'),
    { method: 'GET', path: '/api/lti/grades', name: 'lti.grades.index', handler: [Platforms, 'grades'], access: manage },
    ...listRoutes(grades, '/api/lti/grades'),
  ],
  pages,
  nav,
  lists: [launches, grades],
  listeners: [
    on(participationStarted, 'note_started', changed),
    on(participationProgressed, 'note_progressed', changed),
    on(coursePassed, 'note_passed', changed),
    on(courseFailed, 'note_failed', changed),
    on(participationChanged, 'note_changed', changed),
    on(courseRegraded, 'note_regraded', changed),
  ],
  jobs: [
    {
      name: 'lti.send_grades',
      run: async () => (await import('./server/services/send_grades.js')).sendDueGrades(),
      schedule: {
        cron: '* * * * *',
        each: 'company',
        due: 'select company_id from lti_grades where version > sent_version and next_try_at <= now()',
      },
      limitSeconds: 600,
    },
    {
      name: 'lti.sync_rosters',
      run: async (choice: RosterChoice) => (await import('./server/services/roster.js')).syncRosters(choice),
      schedule: {
        cron: '20 3 * * *',
        each: 'company',
        due: 'select company_id from lti_contexts where memberships_url is not null',
      },
      limitSeconds: 1800,
    },
    {
      name: 'lti.tidy',
      run: async () => {
        await (await import('./server/services/own_keys.js')).rotateKeys()
        await (await import('./server/services/launch_log.js')).deleteOldLaunches()
      },
      schedule: {
        cron: '40 3 * * *',
        each: 'company',
        due: 'select company_id from lti_keys union select company_id from lti_launches union select company_id from lti_nonces',
      },
    },
  ],
  mails: ltiMails,
  launches: ltiLaunches,
  commands: [
    { name: 'lti.sign_link', run: async (args) => (await import('./server/sign_link_command.js')).signLinkCommand(args) },
    { name: 'lti.add_platform', run: async (args) => (await import('./server/add_platform_command.js')).addPlatformCommand(args) },
  ],
  migrations: true,
  carried: ltiArchiveRules,
  moves: ltiMoves,
  personalTables: ['lti_people', 'lti_arrivals', 'lti_context_people', 'lti_grades', 'lti_launches'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})

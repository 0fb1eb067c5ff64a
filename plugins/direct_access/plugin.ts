import { anyone, can, signedIn } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { today } from '#core/kit/days'
import { listRoutes } from '#core/kit/lists'
import { coursePassed, participationRegistered } from '#plugins/learning/contract/index'
import { instructionLines } from '#plugins/passport/contract/index'
import { nav, pages } from './pages.js'
import { visits } from './server/lists/visits.js'
import { directAccessArchiveRules } from './server/archive_rules.js'
import { directAccessMoves } from './server/moves.js'

const Entrances = () => import('#plugins/direct_access/server/controllers/entrances_controller')
const Management = () => import('#plugins/direct_access/server/controllers/management_controller')

const manage = can('direct_access.manage')
const base = '/api/direct_access'
const LINK = { token: 'public' } as const
const COMPANY = { company: 'core_companies.id' } as const
const ROW = { id: 'direct_access_entrances.id' } as const
const sampleProject = { name: 'Sample', course_ids: [1], valid_for: 12, valid_unit: 'months' }

/** Courses without an invitation: a company's direct access, and the instruction that a project requires at its gate. */
export default definePlugin({
  id: 'direct_access',
  folder: import.meta.url,
  requires: ['learning'],
  permissions: { 'direct_access.manage': MANAGER_ROLES },
  routes: [
    // For anybody with the link: it cannot be guessed.
    { method: 'GET', path: `${base}/at/:token`, name: 'direct_access.at.show', handler: [Entrances, 'show'], access: anyone, params: LINK },
    {
      method: 'POST',
      path: `${base}/at/:token/check`,
      name: 'direct_access.at.check',
      handler: [Entrances, 'check'],
      access: anyone,
      params: LINK,
    },
    {
      method: 'POST',
      path: `${base}/at/:token/register`,
      name: 'direct_access.at.register',
      handler: [Entrances, 'register'],
      access: anyone,
      params: LINK,
      sampleBody: { email: 'sample@elders.example', language: 'nl' },
    },
    {
      method: 'POST',
      path: `${base}/at/:token/enter`,
      name: 'direct_access.at.enter',
      handler: [Entrances, 'enter'],
      access: signedIn,
      params: LINK,
    },
    {
      method: 'GET',
      path: `${base}/proofs/:token`,
      name: 'direct_access.proofs.show',
      handler: [Entrances, 'proof'],
      access: anyone,
      params: LINK,
    },
    { method: 'GET', path: `${base}/mine`, name: 'direct_access.mine', handler: [Management, 'mine'], access: signedIn },

    { method: 'GET', path: `${base}/companies`, name: 'direct_access.companies', handler: [Management, 'companies'], access: manage },
    {
      method: 'GET',
      path: `${base}/companies/:company/entrances`,
      name: 'direct_access.entrances.index',
      handler: [Management, 'index'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'POST',
      path: `${base}/companies/:company/projects`,
      name: 'direct_access.projects.create',
      handler: [Management, 'addProject'],
      access: manage,
      params: COMPANY,
      sampleBody: sampleProject,
    },
    {
      method: 'GET',
      path: `${base}/entrances/:id`,
      name: 'direct_access.entrances.show',
      handler: [Management, 'show'],
      access: manage,
      params: ROW,
    },
    {
      method: 'PUT',
      path: `${base}/entrances/:id`,
      name: 'direct_access.entrances.change',
      handler: [Management, 'change'],
      access: manage,
      params: ROW,
      sampleBody: { ...sampleProject, is_open: true, code: 'SAMPLE22', updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    {
      method: 'POST',
      path: `${base}/entrances/:id/renew`,
      name: 'direct_access.entrances.renew',
      handler: [Management, 'renew'],
      access: manage,
      params: ROW,
    },
    {
      method: 'POST',
      path: `${base}/entrances/:id/crew`,
      name: 'direct_access.crew.create',
      handler: [Management, 'crew'],
      access: manage,
      params: ROW,
      sampleBody: { day: '2027-01-31', members: [], typed: '' },
      changesNothing: true,
    },
    { method: 'GET', path: `${base}/visits`, name: 'direct_access.visits.index', handler: [Management, 'visits'], access: manage },
    ...listRoutes(visits, `${base}/visits`),
    {
      method: 'POST',
      path: `${base}/visits/:id/admit`,
      name: 'direct_access.visits.admit',
      handler: [Management, 'admit'],
      access: manage,
      params: { id: 'direct_access_visits.id' },
    },
  ],
  pages,
  openings: { 'direct_access.visits': () => import('./server/opening.js') },
  nav,
  lists: [visits],
  provides: [provide(instructionLines, async () => (await import('./server/services/passport_lines.js')).service)],
  listeners: [
    on(coursePassed, 'note_passed', async (facts) => (await import('./server/services/visits.js')).recordPassed(facts)),
    on(participationRegistered, 'note_given', async (facts) => (await import('./server/services/visits.js')).linkVisitToCourse(facts)),
  ],
  jobs: [
    {
      name: 'direct_access.erase_ended',
      run: async () => (await import('./server/services/requirements.js')).eraseEnded(today()),
      schedule: {
        cron: '12 3 * * *',
        each: 'company',
        // Kiribati has the earliest time zone: no company's day begins before that.
        due: `select company_id from direct_access_entrances e
               where (e.ends_on + make_interval(months => e.erase_months))::date < (now() at time zone 'Pacific/Kiritimati')::date
                 and exists (select 1 from direct_access_visits v where v.company_id = e.company_id and v.entrance_id = e.id)`,
      },
    },
  ],
  carried: directAccessArchiveRules,
  moves: directAccessMoves,
  personalTables: ['direct_access_visits'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
  migrations: true,
})

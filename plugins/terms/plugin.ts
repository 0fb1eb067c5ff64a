import { anyone, can, signedIn } from '#core/contract/access'
import { on } from '#core/contract/events'
import { conditionsAccepted } from '#core/contract/people_events'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'
import { termsArchiveRules } from './server/archive_rules.js'
import { termsMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'

const Terms = () => import('#plugins/terms/server/controllers/terms_controller')
const view = can('terms.view')

/** The terms that people accept: their versions, who accepted which and when, and asking again after a change. */
export default definePlugin({
  id: 'terms',
  folder: import.meta.url,
  permissions: { 'terms.view': MANAGER_ROLES, 'terms.publish': ADMIN_ROLES },
  routes: [
    { method: 'GET', path: '/api/terms/current', name: 'terms.current', handler: [Terms, 'current'], access: anyone },
    { method: 'GET', path: '/api/terms/pending', name: 'terms.pending', handler: [Terms, 'pending'], access: signedIn },
    { method: 'POST', path: '/api/terms/accept', name: 'terms.accept', handler: [Terms, 'accept'], access: signedIn },
    { method: 'GET', path: '/api/terms/versions', name: 'terms.versions.index', handler: [Terms, 'versions'], access: view },
    {
      method: 'GET',
      path: '/api/terms/versions/:id/acceptances',
      name: 'terms.acceptances.index',
      handler: [Terms, 'acceptances'],
      access: view,
      params: { id: 'terms_versions.id' },
    },
    {
      method: 'POST',
      path: '/api/terms/versions',
      name: 'terms.versions.publish',
      handler: [Terms, 'publish'],
      access: can('terms.publish'),
    },
  ],
  pages,
  openings: { 'terms.editor': () => import('./server/opening.js') },
  nav,
  listeners: [on(conditionsAccepted, 'note', async (facts) => (await import('./server/services/acceptances.js')).recordAcceptance(facts))],
  personFacts,
  migrations: true,
  carried: termsArchiveRules,
  moves: termsMoves,
  personalTables: ['terms_acceptances'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: {
    platform: async () => (await import('./server/services/demo.js')).loadVersions(),
    company: async ({ loginId }) => (await import('./server/services/demo.js')).loadCompany(loginId),
  },
})

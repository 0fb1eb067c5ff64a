import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { certificateIssued } from '#plugins/certificates/contract/index'
import { courseFailed, coursePassed, participationRegistered, participationStarted } from '#plugins/learning/contract/index'
import { nav, pages } from './pages.js'
import { recordCertificate, recordFailed, recordPassed, recordRegistered, recordStarted } from './server/services/action_record.js'
import { erasePersonalData, exportPersonalData } from './server/services/personal_data.js'

const Dashboard = () => import('#plugins/reports/server/controllers/dashboard_controller')
const view = can('reports.dashboard.view')

/** What happened in a company, in numbers and as a list. */
export default definePlugin({
  id: 'reports',
  folder: import.meta.url,
  // The list of actions links to people's panel.
  requires: ['people'],
  permissions: { 'reports.dashboard.view': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: '/api/reports/attention', name: 'reports.dashboard.attention', handler: [Dashboard, 'attention'], access: view },
    { method: 'GET', path: '/api/reports/kpis', name: 'reports.dashboard.kpis', handler: [Dashboard, 'kpis'], access: view },
    { method: 'GET', path: '/api/reports/series', name: 'reports.dashboard.series', handler: [Dashboard, 'series'], access: view },
    { method: 'GET', path: '/api/reports/actions', name: 'reports.dashboard.actions', handler: [Dashboard, 'actions'], access: view },
  ],
  pages,
  nav,
  // Of plugins that are off nothing comes, and the numbers are zero.
  listeners: [
    on(participationRegistered, 'record_registered', recordRegistered, { replay: true }),
    on(participationStarted, 'record_started', recordStarted, { replay: true }),
    on(coursePassed, 'record_passed', recordPassed, { replay: true }),
    on(courseFailed, 'record_failed', recordFailed, { replay: true }),
    on(certificateIssued, 'record_certificate', recordCertificate, { replay: true }),
  ],
  migrations: true,
  personalTables: ['reports_actions'],
  exportPersonalData,
  erasePersonalData,
})

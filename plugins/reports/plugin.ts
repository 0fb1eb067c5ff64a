import { can } from '#core/contract/access'
import { settingsChanged } from '#core/contract/company'
import { on } from '#core/contract/events'
import { type RouteDefinition, defineMail, definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { certificateIssued } from '#plugins/certificates/contract/index'
import {
  courseFailed,
  coursePassed,
  participationChanged,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import { nav, pages } from './pages.js'
import { actionsSource } from './server/actions_source.js'
import { reportFile } from './server/files.js'
import { reportTask } from './server/report_task.js'
import {
  recordCertificate,
  recordFailed,
  recordPassed,
  recordRegistered,
  recordStarted,
  recordWithdrawn,
} from './server/services/action_record.js'
import { erasePersonalData, exportPersonalData } from './server/services/personal_data.js'
import { reportsArchiveRules } from './server/archive_rules.js'
import { reportsMoves } from './server/moves.js'

const Dashboard = () => import('#plugins/reports/server/controllers/dashboard_controller')
const Reports = () => import('#plugins/reports/server/controllers/reports_controller')
const view = can('reports.dashboard.view')
const build = can('reports.reports.view')

const REPORT = { id: 'reports_reports.id' } as const
const reports = '/api/reports/reports'
const definition = {
  ...{ source: 'reports.actions', columns: ['kind'], match: 'all', filters: [], period: null, people: {}, company: null },
  ...{ group: null, chart: null, sort: null },
}
const sampleBody = { name: 'Sample', shared: false, definition }
type Extra = Partial<Pick<RouteDefinition, 'params' | 'sampleBody' | 'changesNothing'>>
const route = (method: RouteDefinition['method'], path: string, action: string, extra: Extra = {}): RouteDefinition => ({
  ...{ method, path, name: `reports.reports.${action}`, handler: [Reports, action], access: build },
  ...extra,
})

/** The events in a company as numbers and as a list, and reports that people build themselves. */
export default definePlugin({
  id: 'reports',
  folder: import.meta.url,
  // The list of actions links to the panel of the people plugin.
  requires: ['people'],
  permissions: { 'reports.dashboard.view': MANAGER_ROLES, 'reports.reports.view': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: '/api/reports/dashboard', name: 'reports.dashboard.show', handler: [Dashboard, 'show'], access: view },
    {
      method: 'PUT',
      path: '/api/reports/dashboard',
      name: 'reports.dashboard.arrange',
      handler: [Dashboard, 'arrange'],
      access: view,
      sampleBody: { order: [], hidden: [] },
    },
    { method: 'DELETE', path: '/api/reports/dashboard', name: 'reports.dashboard.reset', handler: [Dashboard, 'reset'], access: view },
    { method: 'GET', path: '/api/reports/kpis', name: 'reports.dashboard.kpis', handler: [Dashboard, 'kpis'], access: view },
    { method: 'GET', path: '/api/reports/actions', name: 'reports.dashboard.actions', handler: [Dashboard, 'actions'], access: view },
    route('GET', '/api/reports/sources', 'sources'),
    route('GET', '/api/reports/standard', 'standard'),
    route('POST', '/api/reports/preview', 'preview', { sampleBody: { definition }, changesNothing: true }),
    route('POST', '/api/reports/file', 'file', { sampleBody: { definition, name: 'Sample', format: 'csv' } }),
    route('GET', reports, 'index'),
    route('POST', reports, 'create', { sampleBody }),
    route('GET', `${reports}/:id`, 'show', { params: REPORT }),
    route('PUT', `${reports}/:id`, 'update', { params: REPORT, sampleBody }),
    route('DELETE', `${reports}/:id`, 'remove', { params: REPORT }),
    route('POST', `${reports}/:id/duplicate`, 'duplicate', { params: REPORT, sampleBody: { name: 'Sample' } }),
    route('PUT', `${reports}/:id/schedule`, 'schedule', { params: REPORT, sampleBody: { every: 'day', hour: 7, format: 'xlsx' } }),
    route('DELETE', `${reports}/:id/schedule`, 'unschedule', { params: REPORT }),
  ],
  pages,
  openings: { 'reports.reports': () => import('./server/opening.js') },
  nav,
  reportSources: [actionsSource],
  tasks: [reportTask],
  files: [reportFile],
  mails: [
    defineMail({
      trigger: 'reports.mail.ready',
      receivedBy: ['beheerder'],
      load: async (facts: { runId: number }) => (await import('./server/services/run_store.js')).readyValues(facts),
      sample: { report: 'Te late trainingen', rows: '12', days: '30', actionUrl: 'https://platform.example/reports/bekijken?report=12' },
    }),
    // Sent by the platform, to people without a company.
    defineMail({
      trigger: 'reports.mail.planned',
      receivedBy: ADMIN_ROLES,
      aboutAccount: true,
      load: async (facts: { reportId: number; rows: number }) => (await import('./server/services/run_store.js')).plannedValues(facts),
      sample: { report: 'Te late trainingen', rows: '12', days: '7', actionUrl: 'https://platform.example/reports/bekijken?report=12' },
    }),
  ],
  jobs: [
    {
      name: 'reports.due',
      run: async () => (await import('./server/services/run_store.js')).queueDueReports(),
      schedule: { cron: '2 * * * *', each: 'company', due: 'select company_id from reports_reports where next_at <= now()' },
    },
    {
      name: 'reports.make',
      run: async (run: { reportId: number; dueAt: string }) => (await import('./server/services/run_store.js')).makeRun(run),
      limitSeconds: 600,
    },
  ],
  // Plugins that are off emit nothing, so their numbers are zero.
  listeners: [
    on(participationRegistered, 'record_registered', recordRegistered, { replay: true }),
    on(participationStarted, 'record_started', recordStarted, { replay: true }),
    on(participationChanged, 'record_withdrawn', recordWithdrawn, { replay: true }),
    on(coursePassed, 'record_passed', recordPassed, { replay: true }),
    on(courseFailed, 'record_failed', recordFailed, { replay: true }),
    on(certificateIssued, 'record_certificate', recordCertificate, { replay: true }),
    on(settingsChanged, 'zone_changed', async ({ plugin, keys }) => {
      if (plugin === 'core' && keys.includes('time_zone')) await (await import('./server/services/run_store.js')).moveToZone()
    }),
  ],
  migrations: true,
  carried: reportsArchiveRules,
  moves: reportsMoves,
  personalTables: ['reports_actions', 'reports_reports', 'reports_runs', 'reports_layouts'],
  exportPersonalData,
  erasePersonalData,
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})

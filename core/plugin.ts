import { anyone, can, signedIn } from './contract/access.js'
import { type PluginDefinition, type RouteDefinition, definePlugin } from './contract/plugin.js'
import { ADMIN_ROLES, MANAGER_ROLES } from './contract/roles.js'
import { coreArchiveRules } from './archive/core_rules.js'
import { RESTORE, restoreTask } from './archive/restore_task.js'
import { EXPORT_COMPANY, exportCompanyTask } from './archive/export_company_task.js'
import { personFacts } from './people/person_facts.js'
import { coreMoves } from './people/moving/core_moves.js'
import { ISOLATION, isolationTask } from './isolation/report_task.js'
import { auditList } from './audit/audit_list.js'
import { listRoutes } from './lists/list_routes.js'
import { removeExpiredAttempts } from './accounts/attempts.js'
import { invitationMail } from './accounts/invitation.js'
import { passwordChangedMail, resetCodeMail } from './accounts/password_reset.js'
import { codeEndedMail } from './accounts/end_sign_in_code.js'
import { addressGivenMail, codeIssuedMail } from './accounts/sign_in_code.js'
import { secondFactorOffMail, secondFactorOnMail } from './accounts/second_factor.js'
import { removeExpiredSessions } from './accounts/session_store.js'
import { removeOldTokens } from './accounts/tokens.js'
import { companyImage } from './companies/image_purposes.js'
import { ERASE_ACCOUNT, eraseAccount } from './profile/delete_account.js'
import { emailChangeNewMail, emailChangeOldMail, emailChangedMail } from './profile/email_change.js'
import { ownDataReadyMail, ownExportTask } from './accounts/own_export.js'
import { notificationRoutes } from './notifications/routes.js'
import { profileRoutes } from './profile/routes.js'
import { RETENTION_DUE, applyRetention, retentionMail, retentionOfOthersMail } from './privacy/retention.js'
import { removeRelayed } from './events/relay.js'
import { cleanFiles, sweepDisk } from './files/clean.js'
import { actTask } from './lists/bulk.js'
import { exportTask } from './lists/export.js'
import { deliverMail, resolveInterrupted } from './mail/deliver.js'
import { OLD_MAILS, removeOldMails, removeOldPlatformMails } from './mail/clean.js'
import { BOUNCED, applyReport } from './mail/bounces.js'
import { readBounceFolder } from './mail/bounce_folder.js'
import { DELIVER, PARALLEL_DELIVERIES } from './mail/queue_delivery.js'
import { WEBHOOK_JOB, OLD_MESSAGES, handleMessage, removeOldMessages } from './webhooks/webhook_store.js'
import { removeOldPageViews } from './page_views/page_views.js'
import { nav, pages } from './pages.js'
import { beginBackfills, replay } from './backfills/backfills.js'
import { removeOldAudit } from './privacy/audit_retention.js'
import { CORE_PERSONAL_TABLES, eraseCoreData, exportCoreData, deleteErasedEvents } from './privacy/core_data.js'
import { verifyCodeMail } from './registration/own_email.js'
import { removeUnfinished } from './registration/register.js'
import { coreSettings } from './settings.js'
import { MAX_RUNS, TASK_HEARTBEAT_SECONDS, TASK_LIMIT_SECONDS, cleanTasks, runTask } from './tasks/run_task.js'
import { startPlanned } from './tasks/planned_tasks.js'
import { taskList } from './tasks/task_list.js'
import { TASK_JOB } from './tasks/task_store.js'

const Audit = () => import('#core/audit/controllers/audit_controller')
const Incidents = () => import('#core/notices/controllers/incidents_controller')
const Impersonation = () => import('#core/impersonation/controllers/impersonation_controller')
const Auth = () => import('#core/accounts/controllers/auth_controller')
const Passwords = () => import('#core/accounts/controllers/passwords_controller')
const AllTasks = () => import('#core/tasks/controllers/all_tasks_controller')
const DeadLetters = () => import('#core/jobs/controllers/dead_letters_controller')
const Entries = () => import('#core/accounts/controllers/entry_controller')
const Find = () => import('#core/find/controllers/find_controller')
const Files = () => import('#core/files/controllers/files_controller')
const Invitations = () => import('#core/accounts/controllers/invitations_controller')
const MailSheet = () => import('#core/mail/controllers/sheet_controller')
const MailReports = () => import('#core/mail/controllers/reports_controller')
const PageViews = () => import('#core/page_views/controllers/page_views_controller')
const Lists = () => import('#core/lists/controllers/lists_controller')
const People = () => import('#core/people/controllers/people_controller')
const Tasks = () => import('#core/tasks/controllers/tasks_controller')
const Platform = () => import('#core/server/controllers/platform_controller')
const Uploads = () => import('#core/files/controllers/uploads_controller')

const jobs = can('core.jobs.manage')
const audit = can('core.audit.view')
const incidents = can('core.incidents.manage')
const TASK = { id: 'core_tasks.id' } as const

// Paths of the specification, section 7. The trailing slash is optional for the router.
const routes: RouteDefinition[] = [
  {
    method: 'GET',
    path: '/public/register/login_identity/:id',
    name: 'core.auth.login_identity',
    handler: [Auth, 'loginIdentity'],
    access: anyone,
    params: { id: 'public' },
  },
  { method: 'POST', path: '/public/register/email', name: 'core.auth.check_email', handler: [Auth, 'checkEmail'], access: anyone },
  { method: 'POST', path: '/public/auth/login', name: 'core.auth.sign_in', handler: [Auth, 'signIn'], access: anyone },
  { method: 'POST', path: '/public/auth/second_factor', name: 'core.auth.second_step', handler: [Auth, 'secondStep'], access: anyone },
  { method: 'POST', path: '/public/auth/second_factor/enrol', name: 'core.auth.enrol', handler: [Auth, 'enrol'], access: anyone },
  {
    method: 'POST',
    path: '/public/auth/second_factor/confirm',
    name: 'core.auth.confirm_enrol',
    handler: [Auth, 'confirmEnrol'],
    access: anyone,
  },
  { method: 'POST', path: '/public/auth/second_factor/ways', name: 'core.auth.ways', handler: [Auth, 'ways'], access: anyone },
  { method: 'POST', path: '/public/auth/second_factor/passkey', name: 'core.auth.passkey', handler: [Auth, 'passkey'], access: anyone },
  {
    method: 'POST',
    path: '/public/auth/second_factor/passkey/make',
    name: 'core.auth.make_passkey',
    handler: [Auth, 'makePasskey'],
    access: anyone,
  },
  {
    method: 'POST',
    path: '/public/auth/second_factor/passkey/keep',
    name: 'core.auth.keep_passkey',
    handler: [Auth, 'keepPasskey'],
    access: anyone,
  },
  { method: 'POST', path: '/public/auth/verify/email', name: 'core.auth.reset_request', handler: [Passwords, 'request'], access: anyone },
  { method: 'POST', path: '/public/auth/email/verify/code', name: 'core.auth.reset_code', handler: [Passwords, 'check'], access: anyone },
  { method: 'POST', path: '/public/auth/reset/password', name: 'core.auth.reset_password', handler: [Passwords, 'reset'], access: anyone },
  { method: 'POST', path: '/invite/update', name: 'core.invitations.accept', handler: [Invitations, 'accept'], access: anyone, form: true },
  { method: 'GET', path: '/public/auth/logout', name: 'core.auth.sign_out', handler: [Auth, 'signOut'], access: anyone },
  { method: 'GET', path: '/public/auth/csrf', name: 'core.auth.csrf', handler: [Auth, 'csrf'], access: anyone },
  { method: 'GET', path: '/user/identify', name: 'core.user.identify', handler: [Auth, 'identify'], access: signedIn },
  { method: 'GET', path: '/user/show/0', name: 'core.user.show', handler: [Auth, 'showSelf'], access: signedIn },
  { method: 'GET', path: '/user/log', name: 'core.user.log', handler: [PageViews, 'log'], access: signedIn },
  {
    method: 'PUT',
    path: '/api/core/visit/changes',
    name: 'core.visit.changes',
    handler: [Impersonation, 'changes'],
    access: signedIn,
    sampleBody: { reason: 'Asked to by telephone' },
  },
  { method: 'DELETE', path: '/api/core/visit', name: 'core.visit.end', handler: [Impersonation, 'end'], access: signedIn },
  {
    method: 'POST',
    path: '/api/core/session/membership',
    name: 'core.session.membership',
    handler: [Auth, 'switchMembership'],
    access: signedIn,
  },
  // A visitor may pick a language too: it is kept in a cookie.
  { method: 'POST', path: '/api/core/session/language', name: 'core.session.language', handler: [Auth, 'language'], access: anyone },
  {
    method: 'GET',
    path: '/api/core/invitations/:token',
    name: 'core.invitations.show',
    handler: [Invitations, 'show'],
    access: anyone,
    params: { token: 'public' },
  },
  // The secret itself is the permission.
  { method: 'GET', path: '/enter/:token', name: 'core.enter', handler: [Entries, 'link'], access: anyone, params: { token: 'public' } },
  {
    method: 'POST',
    path: '/api/core/session/window',
    name: 'core.session.window',
    handler: [Entries, 'window'],
    access: signedIn,
    sampleBody: { path: '/profiel' },
  },
  { method: 'GET', path: '/version', name: 'core.version', handler: [Platform, 'version'], access: anyone },
  { method: 'GET', path: '/.well-known/platform-key.json', name: 'core.platform_key', handler: [Platform, 'key'], access: anyone },
  { method: 'GET', path: '/health/live', name: 'core.health.live', handler: [Platform, 'live'], access: anyone },
  { method: 'GET', path: '/health/ready', name: 'core.health.ready', handler: [Platform, 'ready'], access: anyone },
  { method: 'GET', path: '/images/:file', name: 'core.images', handler: [Files, 'image'], access: anyone, params: { file: 'public' } },
  {
    method: 'GET',
    path: '/i18n/:file',
    name: 'core.messages',
    handler: [Platform, 'messages'],
    access: anyone,
    params: { file: 'public' },
  },
  {
    method: 'GET',
    path: '/api/core/files/:id',
    name: 'core.files.show',
    handler: [Files, 'show'],
    access: signedIn,
    params: { id: 'core_files.id' },
  },
  {
    method: 'GET',
    path: '/files/:token',
    name: 'core.files.signed',
    handler: [Files, 'signed'],
    access: anyone,
    params: { token: 'public' },
  },
  {
    method: 'POST',
    path: '/api/core/uploads',
    name: 'core.uploads.create',
    handler: [Uploads, 'handle'],
    access: signedIn,
    upload: 'stream',
  },
  {
    method: 'GET',
    path: '/api/core/uploads/:id',
    name: 'core.uploads.show',
    handler: [Uploads, 'show'],
    access: signedIn,
    params: { id: 'core_uploads.token' },
  },
  {
    method: 'PATCH',
    path: '/api/core/uploads/:id',
    name: 'core.uploads.write',
    handler: [Uploads, 'handle'],
    access: signedIn,
    upload: 'stream',
    params: { id: 'core_uploads.token' },
  },
  {
    method: 'DELETE',
    path: '/api/core/uploads/:id',
    name: 'core.uploads.destroy',
    handler: [Uploads, 'handle'],
    access: signedIn,
    upload: 'stream',
    params: { id: 'core_uploads.token' },
  },
  {
    method: 'GET',
    path: '/api/core/people/filters',
    name: 'core.people.filters',
    handler: [Lists, 'peopleFilters'],
    access: can('core.people.choose'),
  },
  { method: 'GET', path: '/api/core/mail/sheet', name: 'core.mail.sheet', handler: [MailSheet, 'show'], access: signedIn },
  { method: 'GET', path: '/api/core/find', name: 'core.find', handler: [Find, 'index'], access: signedIn },
  { method: 'GET', path: '/api/core/people', name: 'core.people.index', handler: [People, 'index'], access: can('core.people.choose') },
  // Checked against the list's own access.
  { method: 'GET', path: '/api/core/list_views', name: 'core.list_views.index', handler: [Lists, 'views'], access: signedIn },
  {
    method: 'POST',
    path: '/api/core/list_views',
    name: 'core.list_views.save',
    handler: [Lists, 'saveView'],
    access: signedIn,
    sampleBody: { list: 'people.participants', name: 'Sample', filter: '', shared: false },
  },
  {
    method: 'DELETE',
    path: '/api/core/list_views/:id',
    name: 'core.list_views.remove',
    handler: [Lists, 'removeView'],
    access: signedIn,
    params: { id: 'core_list_views.id' },
  },
  // One's own, in the company of the session.
  { method: 'GET', path: '/api/core/tasks', name: 'core.tasks.index', handler: [Tasks, 'index'], access: signedIn },
  { method: 'GET', path: '/api/core/tasks/:id', name: 'core.tasks.show', handler: [Tasks, 'show'], access: signedIn, params: TASK },
  { method: 'GET', path: '/api/core/tasks/:id/rows', name: 'core.tasks.rows', handler: [Tasks, 'rows'], access: signedIn, params: TASK },
  { method: 'GET', path: '/api/core/tasks/:id/file', name: 'core.tasks.file', handler: [Tasks, 'file'], access: signedIn, params: TASK },
  {
    method: 'POST',
    path: '/api/core/tasks/:id/cancel',
    name: 'core.tasks.cancel',
    handler: [Tasks, 'cancel'],
    access: signedIn,
    params: TASK,
  },
  { method: 'POST', path: '/api/core/tasks/:id/undo', name: 'core.tasks.undo', handler: [Tasks, 'undo'], access: signedIn, params: TASK },
  {
    method: 'POST',
    path: '/api/core/tasks/:id/again',
    name: 'core.tasks.again',
    handler: [Tasks, 'again'],
    access: signedIn,
    params: TASK,
  },
  { method: 'GET', path: '/api/core/jobs/tasks', name: 'core.jobs.tasks.index', handler: [AllTasks, 'index'], access: jobs },
  ...listRoutes(taskList, '/api/core/jobs/tasks'),
  {
    method: 'POST',
    path: '/api/core/jobs/tasks/:id/run',
    name: 'core.jobs.tasks.run',
    handler: [AllTasks, 'runAgain'],
    access: jobs,
    params: TASK,
  },
  { method: 'GET', path: '/api/core/jobs/dead', name: 'core.jobs.dead', handler: [DeadLetters, 'index'], access: jobs },
  { method: 'GET', path: '/api/core/jobs/waiting', name: 'core.jobs.waiting', handler: [DeadLetters, 'waiting'], access: jobs },
  { method: 'GET', path: '/api/core/jobs/replays', name: 'core.jobs.replays', handler: [DeadLetters, 'replays'], access: jobs },
  { method: 'POST', path: '/api/core/jobs/dead/run', name: 'core.jobs.run_all', handler: [DeadLetters, 'runAllAgain'], access: jobs },
  {
    method: 'POST',
    path: '/api/core/jobs/dead/:id/run',
    name: 'core.jobs.run',
    handler: [DeadLetters, 'runAgain'],
    access: jobs,
    // A row of the job queue, which no company reaches.
    params: { id: 'public' },
  },
  {
    method: 'POST',
    path: '/public/mail/bounce',
    name: 'core.mail.bounce',
    handler: [MailReports, 'store'],
    access: anyone,
    // Signed by the caller.
    skipCsrf: true,
  },
  { method: 'GET', path: '/api/core/audit', name: 'core.audit.index', handler: [Audit, 'index'], access: audit },
  { method: 'GET', path: '/api/core/audit/choices', name: 'core.audit.choices', handler: [Audit, 'choices'], access: audit },
  ...listRoutes(auditList, '/api/core/audit'),
  { method: 'GET', path: '/api/core/incidents', name: 'core.incidents.index', handler: [Incidents, 'index'], access: incidents },
  { method: 'POST', path: '/api/core/incidents', name: 'core.incidents.start', handler: [Incidents, 'start'], access: incidents },
  { method: 'POST', path: '/api/core/incidents/end', name: 'core.incidents.end', handler: [Incidents, 'end'], access: incidents },
  ...notificationRoutes,
  ...profileRoutes,
]

/** Core declares itself like a plugin, so that routes, pages, messages and jobs are handled in one way. */
export const core: PluginDefinition = definePlugin({
  id: 'core',
  entitlements: ['examinator_can_validate_attempts'],
  permissions: {
    'core.audit.view': ADMIN_ROLES,
    'core.incidents.manage': ADMIN_ROLES,
    'core.jobs.manage': ADMIN_ROLES,
    'core.people.choose': MANAGER_ROLES,
    // It exports password hashes.
    [EXPORT_COMPANY]: ADMIN_ROLES,
    // It creates people with passwords.
    [RESTORE]: ADMIN_ROLES,
    [ISOLATION]: ADMIN_ROLES,
  },
  routes,
  lists: [auditList, taskList],
  pages,
  nav,
  settings: coreSettings,
  carried: coreArchiveRules,
  moves: coreMoves,
  personFacts,
  personalTables: CORE_PERSONAL_TABLES,
  exportPersonalData: exportCoreData,
  erasePersonalData: eraseCoreData,
  commands: [
    { name: 'core.make_admin', run: async (args) => (await import('./accounts/commands.js')).makeAdmin(args) },
    { name: 'core.sign_in_link', run: async (args) => (await import('./accounts/entry_command.js')).signInLinkCommand(args) },
    { name: 'core.generate', run: async (args) => (await import('./demo/generate.js')).generateCommand(args) },
    { name: 'core.export_person', run: async (args) => (await import('./privacy/commands.js')).exportPersonCommand(args) },
    { name: 'core.erase_person', run: async (args) => (await import('./privacy/commands.js')).erasePersonCommand(args) },
    { name: 'core.declare_tenants', run: async () => (await import('./accounts/commands.js')).declareTenantsCommand() },
    { name: 'core.sync_tenants', run: async (args) => (await import('./accounts/commands.js')).syncTenantsCommand(args) },
    { name: 'core.start_incident', run: async (args) => (await import('./notices/commands.js')).startIncidentCommand(args) },
    { name: 'core.open_mail', run: async (args) => (await import('./mail/commands.js')).openMailCommand(args) },
    { name: 'core.read_bounce', run: async (args) => (await import('./mail/commands.js')).readBounceCommand(args) },
    { name: 'core.take_out_company', run: async (args) => (await import('./archive/commands.js')).exportCompanyCommand(args) },
    { name: 'core.restore_company', run: async (args) => (await import('./archive/commands.js')).restoreCommand(args) },
    { name: 'core.verify_isolation_report', run: async (args) => (await import('./isolation/commands.js')).verifyReportCommand(args) },
    { name: 'core.end_incident', run: async () => (await import('./notices/commands.js')).endIncidentCommand() },
  ],
  files: [companyImage],
  mails: [
    invitationMail,
    resetCodeMail,
    passwordChangedMail,
    verifyCodeMail,
    codeIssuedMail,
    addressGivenMail,
    codeEndedMail,
    secondFactorOnMail,
    secondFactorOffMail,
    emailChangeOldMail,
    emailChangeNewMail,
    emailChangedMail,
    ownDataReadyMail,
    retentionMail,
    retentionOfOthersMail,
  ],
  tasks: [exportTask, actTask, ownExportTask, exportCompanyTask, restoreTask, isolationTask],
  jobs: [
    // Longer than a mail server may stay silent.
    { name: DELIVER, run: deliverMail, retry: 8, limitSeconds: 300, parallel: PARALLEL_DELIVERIES },
    { name: 'core.mail.settle', run: () => resolveInterrupted(), schedule: { cron: '* * * * *', each: 'platform' } },
    { name: BOUNCED, run: applyReport, retry: 8 },
    { name: WEBHOOK_JOB, run: handleMessage, retry: 8 },
    { name: 'core.inbox.clean', run: removeOldMessages, schedule: { cron: '36 4 * * *', each: 'company', due: OLD_MESSAGES } },
    { name: 'core.mail.clean', run: removeOldMails, schedule: { cron: '32 4 * * *', each: 'company', due: OLD_MAILS }, limitSeconds: 600 },
    { name: 'core.mail.clean_platform', run: removeOldPlatformMails, schedule: { cron: '34 4 * * *', each: 'platform' } },
    { name: 'core.mail.read_bounces', run: readBounceFolder, schedule: { cron: '*/5 * * * *', each: 'platform' }, limitSeconds: 300 },
    { name: 'core.files.clean', run: () => cleanFiles(), schedule: { cron: '12 * * * *', each: 'platform' }, limitSeconds: 600 },
    { name: 'core.files.sweep', run: () => sweepDisk(), schedule: { cron: '22 2 * * 0', each: 'platform' }, limitSeconds: 3600 },
    { name: 'core.replay', run: replay, limitSeconds: 6 * 3600 },
    { name: 'core.replays', run: async () => void (await beginBackfills()), schedule: { cron: '*/5 * * * *', each: 'platform' } },
    { name: TASK_JOB, run: runTask, retry: MAX_RUNS, limitSeconds: TASK_LIMIT_SECONDS, heartbeatSeconds: TASK_HEARTBEAT_SECONDS },
    { name: 'core.tasks.planned', run: startPlanned, schedule: { cron: '4 * * * *', each: 'platform' } },
    { name: 'core.tasks.clean', run: cleanTasks, schedule: { cron: '13 4 * * *', each: 'platform' } },
    { name: 'core.sessions.clean', run: removeExpiredSessions, schedule: { cron: '17 3 * * *', each: 'platform' } },
    { name: 'core.outbox.clean', run: removeRelayed, schedule: { cron: '27 3 * * *', each: 'platform' } },
    { name: 'core.tokens.clean', run: removeOldTokens, schedule: { cron: '47 3 * * *', each: 'platform' } },
    { name: 'core.registrations.clean', run: removeUnfinished, schedule: { cron: '52 3 * * *', each: 'platform' } },
    { name: ERASE_ACCOUNT, run: eraseAccount, retry: 8, limitSeconds: 600 },
    {
      name: 'core.retention',
      run: applyRetention,
      schedule: { cron: '37 4 * * *', each: 'company', due: RETENTION_DUE },
      limitSeconds: 3600,
    },
    { name: 'core.privacy.clean', run: deleteErasedEvents, schedule: { cron: '17 4 * * *', each: 'platform' } },
    { name: 'core.page_views.clean', run: removeOldPageViews, schedule: { cron: '57 3 * * *', each: 'platform' } },
    { name: 'core.audit.clean', run: removeOldAudit, schedule: { cron: '7 4 * * *', each: 'platform' } },
    { name: 'core.attempts.clean', run: removeExpiredAttempts, schedule: { cron: '37 * * * *', each: 'platform' } },
  ],
})

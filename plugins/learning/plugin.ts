import { anyone, can } from '#core/contract/access'
import { history } from '#core/contract/events'
import { type RouteDefinition, defineMail, definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import {
  courseFailed,
  coursePassed,
  learningService,
  participationChanged,
  participationExpired,
  participationRegistered,
  participationStarted,
} from './contract/index.js'
import { nav, pages } from './pages.js'
import type { DigestFacts, ReminderFacts } from './server/following/reminders.js'
import { totals } from './server/following/totals.js'
import { onParticipants } from './server/lists/on_participants.js'
import { learningSettings } from './settings.js'
import type { LinkFacts } from './server/services/mail_link.js'
import { editorRoutes } from './server/editor_routes.js'
import { pastChanged, pastExpired, pastFailed, pastPassed, pastRegistered, pastStarted } from './server/services/past.js'

const Participations = () => import('#plugins/learning/server/controllers/participations_controller')
const Activities = () => import('#plugins/learning/server/controllers/activities_controller')
const Attempts = () => import('#plugins/learning/server/controllers/attempts_controller')

const Following = () => import('#plugins/learning/server/controllers/following_controller')

const Pictures = () => import('#plugins/learning/server/controllers/pictures_controller')

const access = can('learning.courses.take')
const view = can('learning.progress.view')
const manage = can('learning.progress.manage')
const participation = 'learning_participations.id' as const
const attempt = 'learning_attempts.id' as const
const base = '/api/learning/participations'
// Activities and questions are content, mostly of the whole platform: what binds them is the participation or attempt.
const ofActivity = { participation, activity: 'public' } as const

const routes: RouteDefinition[] = [
  { method: 'GET', path: base, name: 'learning.participations.index', handler: [Participations, 'index'], access },
  {
    method: 'GET',
    path: `${base}/:participation`,
    name: 'learning.participations.show',
    handler: [Participations, 'show'],
    access,
    params: { participation },
  },
  {
    method: 'POST',
    path: `${base}/:participation/language`,
    name: 'learning.participations.language',
    handler: [Participations, 'language'],
    access,
    params: { participation },
    sampleBody: { language: 'nl' },
  },
  {
    method: 'POST',
    path: `${base}/:participation/link`,
    name: 'learning.participations.link',
    handler: [Participations, 'link'],
    access,
    params: { participation },
  },
  {
    method: 'GET',
    path: `${base}/:participation/activities/:activity`,
    name: 'learning.activities.show',
    handler: [Activities, 'show'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/open`,
    name: 'learning.activities.open',
    handler: [Activities, 'open'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/complete`,
    name: 'learning.activities.complete',
    handler: [Activities, 'complete'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/evaluation`,
    name: 'learning.activities.evaluation',
    handler: [Activities, 'evaluation'],
    access,
    params: ofActivity,
    sampleBody: { answers: {} },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/launch`,
    name: 'learning.activities.launch',
    handler: [Activities, 'launch'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/report`,
    name: 'learning.activities.report',
    handler: [Activities, 'report'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/confirm`,
    name: 'learning.activities.confirm',
    handler: [Activities, 'confirm'],
    access: can('learning.activities.confirm'),
    params: ofActivity,
    sampleBody: { note: 'Bewijs van deelname gezien' },
  },
  // Another system's server: who it is, its signature says.
  {
    method: 'POST',
    path: '/api/learning/external/finished',
    name: 'learning.activities.finished',
    handler: [Activities, 'finished'],
    access: anyone,
    skipCsrf: true,
    sampleBody: { token: 'e30.e30.e30' },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/attempts`,
    name: 'learning.attempts.start',
    handler: [Attempts, 'start'],
    access,
    params: ofActivity,
  },
  // Its hash says which; the policy of its table whose.
  {
    method: 'GET',
    path: '/api/learning/pictures/:hash',
    name: 'learning.pictures.show',
    handler: [Pictures, 'show'],
    access: can('learning.pictures.view'),
    params: { hash: 'public' },
  },
  {
    method: 'GET',
    path: '/api/learning/attempts/:attempt',
    name: 'learning.attempts.show',
    handler: [Attempts, 'show'],
    access,
    params: { attempt },
  },
  {
    method: 'PUT',
    path: '/api/learning/attempts/:attempt/answers/:question',
    name: 'learning.attempts.answer',
    handler: [Attempts, 'answer'],
    access,
    params: { attempt, question: 'public' },
    sampleBody: { answers: ['a'] },
  },
  {
    method: 'POST',
    path: '/api/learning/attempts/:attempt/submit',
    name: 'learning.attempts.submit',
    handler: [Attempts, 'submit'],
    access,
    params: { attempt },
  },
  {
    method: 'GET',
    path: '/api/learning/attempts/:attempt/result',
    name: 'learning.attempts.result',
    handler: [Attempts, 'result'],
    access,
    params: { attempt },
  },
  ...editorRoutes,
  {
    method: 'POST',
    path: '/api/learning/attempts/:attempt/feedback',
    name: 'learning.attempts.feedback_seen',
    handler: [Attempts, 'feedbackSeen'],
    access,
    params: { attempt },
  },
  // Following up.
  { method: 'GET', path: '/api/learning/courses', name: 'learning.courses.index', handler: [Following, 'courses'], access: view },
  {
    method: 'POST',
    path: '/api/learning/assignments',
    name: 'learning.assignments.create',
    handler: [Following, 'assign'],
    access: manage,
    sampleBody: { courses: [1], members: [1] },
  },
  ...listRoutes(totals, '/api/learning/totals'),
  { method: 'GET', path: '/api/learning/totals', name: 'learning.totals.index', handler: [Following, 'totals'], access: view },
  {
    method: 'GET',
    path: '/api/learning/totals/columns',
    name: 'learning.totals.columns',
    handler: [Following, 'totalsColumns'],
    access: view,
  },
  {
    method: 'GET',
    path: '/api/learning/totals/companies',
    name: 'learning.totals.companies',
    handler: [Following, 'companies'],
    access: view,
  },
  {
    method: 'GET',
    path: '/api/learning/people/:membership',
    name: 'learning.people.show',
    handler: [Following, 'person'],
    access: view,
    params: { membership: 'core_memberships.id' },
  },
  {
    method: 'GET',
    path: '/api/learning/insights/:participation',
    name: 'learning.insights.show',
    handler: [Following, 'show'],
    access: view,
    params: { participation },
  },
  {
    method: 'POST',
    path: '/api/learning/insights/:participation/acts',
    name: 'learning.insights.act',
    handler: [Following, 'act'],
    access: manage,
    params: { participation },
    sampleBody: { act: 'extend', updated_at: '2026-01-01T00:00:00.000000Z' },
  },
  {
    method: 'GET',
    path: '/api/learning/insights/attempts/:attempt',
    name: 'learning.insights.attempt',
    handler: [Following, 'attempt'],
    access: view,
    params: { attempt },
  },
]

export default definePlugin({
  id: 'learning',
  folder: import.meta.url,
  migrations: true,
  permissions: {
    'learning.courses.take': ['leerling'],
    'learning.courses.edit': MANAGER_ROLES,
    // Who takes a course, and who makes one.
    'learning.pictures.view': [...MANAGER_ROLES, 'leerling'],
    'learning.activities.confirm': MANAGER_ROLES,
    'learning.progress.view': MANAGER_ROLES,
    'learning.progress.manage': MANAGER_ROLES,
  },
  settings: learningSettings,
  lists: [totals],
  listExtensions: [onParticipants],
  routes,
  pages,
  nav,
  histories: [
    history(participationRegistered, pastRegistered),
    history(participationStarted, pastStarted),
    history(courseFailed, pastFailed),
    history(participationExpired, pastExpired),
    history(participationChanged, pastChanged),
    history(coursePassed, pastPassed),
  ],
  provides: [provide(learningService, async () => (await import('./server/services/learning_service.js')).service)],
  mails: [
    defineMail({
      trigger: 'learning.mail.link',
      // Asked for by the person, to their own address, whatever else they receive.
      aboutAccount: true,
      load: async (facts: LinkFacts) => (await import('./server/services/mail_link.js')).linkMailValues(facts),
      sample: { course: 'Veilig werken op hoogte', actionUrl: 'https://platform.example/deelnemer/training/12' },
    }),
    ...(['learning.mail.due_week', 'learning.mail.due_day'] as const).map((trigger) =>
      defineMail({
        trigger,
        load: async (facts: ReminderFacts) => (await import('./server/following/reminders.js')).reminderValues(facts),
        sample: {
          course: 'Veilig werken op hoogte',
          due: 'vrijdag 4 december',
          actionUrl: 'https://platform.example/deelnemer/training/12',
        },
      }),
    ),
    defineMail({
      trigger: 'learning.mail.overdue',
      // Names of others: not kept in the outbox, where erasing them would not find them.
      secrets: ['people'],
      load: async (facts: DigestFacts) => (await import('./server/following/reminders.js')).digestValues(facts),
      sample: {
        count: '2',
        people: 'Sanne de Vries: Veilig werken op hoogte (vrijdag 20 november)\nDaan Bakker: Toolbox ladders (donderdag 19 november)',
        actionUrl: 'https://platform.example/totaal?overdue=true',
      },
    }),
  ],
  jobs: [
    {
      name: 'learning.expire',
      run: async () => (await import('./server/services/expiry.js')).expireParticipations(),
      schedule: { cron: '5 * * * *', each: 'company' },
    },
    {
      name: 'learning.finish_overdue',
      run: async () => (await import('./server/services/submit_attempt.js')).finishAllOverdue(),
      // A person's next request does it at once; this is for those who do not come back.
      schedule: { cron: '*/10 * * * *', each: 'company' },
    },
    {
      name: 'learning.remind_due',
      run: async () => (await import('./server/following/reminders.js')).remindOfDue(),
      schedule: { cron: '30 7 * * *', each: 'company' },
      limitSeconds: 600,
    },
    {
      name: 'learning.overdue_digest',
      run: async () => (await import('./server/following/reminders.js')).digestOverdue(),
      schedule: { cron: '45 7 * * *', each: 'company' },
      limitSeconds: 600,
    },
  ],
  commands: [
    {
      name: 'learning.import_course',
      run: async (args) => (await import('./server/course_import/import_command.js')).importCommand(args),
    },
    {
      name: 'learning.import_questions',
      run: async (args) => (await import('./server/question_exchange/exchange_command.js')).importQuestionsCommand(args),
    },
    {
      name: 'learning.export_questions',
      run: async (args) => (await import('./server/question_exchange/exchange_command.js')).exportQuestionsCommand(args),
    },
    {
      name: 'learning.external_secret',
      run: async (args) => (await import('./server/services/secret_command.js')).secretCommand(args),
    },
    { name: 'learning.generate', run: async (args) => (await import('./server/demo/generate.js')).generateCommand(args) },
  ],
  demo: {
    platform: async () => (await import('./server/demo/demo_courses.js')).importShippedCourses(),
    company: async (company) => {
      await (await import('./server/demo/demo_history.js')).loadHistory(company)
      await (await import('./server/demo/demo_own_course.js')).beginOwnCourse()
    },
  },
  personalTables: [
    'learning_participations',
    'learning_activity_states',
    'learning_attempts',
    'learning_attempt_questions',
    'learning_evaluation_answers',
    'learning_draft_parts',
    'learning_external_work',
    'learning_participation_history',
    'learning_due_mails',
  ],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
})

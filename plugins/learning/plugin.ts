import { anyone, can } from '#core/contract/access'
import { history } from '#core/contract/events'
import { type RouteDefinition, defineMail, definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import {
  courseFailed,
  coursePassed,
  learningService,
  participationExpired,
  participationRegistered,
  participationStarted,
} from './contract/index.js'
import { nav, pages } from './pages.js'
import { learningSettings } from './settings.js'
import type { LinkFacts } from './server/services/mail_link.js'
import { editorRoutes } from './server/editor_routes.js'
import { pastExpired, pastFailed, pastPassed, pastRegistered, pastStarted } from './server/services/past.js'

const Participations = () => import('#plugins/learning/server/controllers/participations_controller')
const Activities = () => import('#plugins/learning/server/controllers/activities_controller')
const Attempts = () => import('#plugins/learning/server/controllers/attempts_controller')

const Pictures = () => import('#plugins/learning/server/controllers/pictures_controller')

const access = can('learning.courses.take')
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
  },
  settings: learningSettings,
  routes,
  pages,
  nav,
  histories: [
    history(participationRegistered, pastRegistered),
    history(participationStarted, pastStarted),
    history(courseFailed, pastFailed),
    history(participationExpired, pastExpired),
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
  ],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
})

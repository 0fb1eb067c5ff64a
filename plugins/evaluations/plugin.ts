import { anyone, can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES, type Role } from '#core/contract/roles'
import { coursePassed } from '#plugins/learning/contract/index'
import { nav, pages } from './pages.js'
import { SECOND_MAIL } from './server/mail_triggers.js'
import { SECOND_DUE } from './server/due.js'
import type { SecondFacts } from './server/services/send_second.js'

const Second = () => import('#plugins/evaluations/server/controllers/second_controller')
const Unclear = () => import('#plugins/evaluations/server/controllers/unclear_controller')
const Evaluations = () => import('#plugins/evaluations/server/controllers/evaluations_controller')

/** The roles that may be asked for a second evaluation: participants, and managers of any role. */
const MEMBER_ROLES: readonly Role[] = ['leerling', 'beheerder', 'examinator', 'proctor']

const view = can('evaluations.view')
const manage = can('evaluations.manage')
const base = '/api/evaluations'

/** Evaluations of courses (specification, section 2: tools). */
export default definePlugin({
  id: 'evaluations',
  folder: import.meta.url,
  requires: ['learning', 'people', 'exams'],
  permissions: {
    'evaluations.view': MANAGER_ROLES,
    // The page under tools, tags and read-only links.
    'evaluations.manage': ADMIN_ROLES,
    // The page for supervisors.
    'evaluations.own': ['beheerder'],
    // Reporting a lesson of the person's own course.
    'evaluations.report': ['leerling'],
    // Second evaluations that the person was asked for.
    'evaluations.answer': MEMBER_ROLES,
  },
  routes: [
    { method: 'GET', path: `${base}/courses`, name: 'evaluations.courses.index', handler: [Evaluations, 'courses'], access: view },
    { method: 'GET', path: `${base}/results`, name: 'evaluations.results.show', handler: [Evaluations, 'results'], access: view },
    { method: 'GET', path: `${base}/answers`, name: 'evaluations.answers.index', handler: [Evaluations, 'answers'], access: view },
    {
      method: 'GET',
      path: `${base}/files/:format`,
      name: 'evaluations.files.show',
      handler: [Evaluations, 'file'],
      access: view,
      params: { format: 'public' },
    },
    {
      method: 'PUT',
      path: `${base}/answers/:name/tags`,
      name: 'evaluations.tags.update',
      handler: [Evaluations, 'tag'],
      access: manage,
      // An opaque name. Only an admin may use it, so the company of the answer does not matter.
      params: { name: 'public' },
      sampleBody: { course: 1, tags: [] },
    },
    { method: 'GET', path: `${base}/unclear`, name: 'evaluations.unclear.index', handler: [Unclear, 'index'], access: view },
    {
      method: 'POST',
      path: `${base}/unclear`,
      name: 'evaluations.unclear.create',
      handler: [Unclear, 'report'],
      access: can('evaluations.report'),
      sampleBody: { participation: 1, activity: 1, remark: '' },
    },
    {
      method: 'POST',
      path: `${base}/unclear/resolve`,
      name: 'evaluations.unclear.resolve',
      handler: [Unclear, 'resolve'],
      access: view,
      sampleBody: { course: 1, activity: 'x', last_id: 1 },
    },
    {
      method: 'GET',
      path: `${base}/second`,
      name: 'evaluations.second.index',
      handler: [Second, 'index'],
      access: can('evaluations.answer'),
    },
    {
      method: 'POST',
      path: `${base}/second/:id`,
      name: 'evaluations.second.answer',
      handler: [Second, 'answer'],
      access: can('evaluations.answer'),
      params: { id: 'evaluations_second.id' },
      sampleBody: { scales: { used: 3 }, remark: '' },
    },
    {
      method: 'PUT',
      path: `${base}/later`,
      name: 'evaluations.later.update',
      handler: [Second, 'weeks'],
      access: manage,
      sampleBody: { course: 1, weeks: 6 },
    },
    { method: 'GET', path: `${base}/links`, name: 'evaluations.links.index', handler: [Evaluations, 'links'], access: manage },
    {
      method: 'POST',
      path: `${base}/links`,
      name: 'evaluations.links.create',
      handler: [Evaluations, 'share'],
      access: manage,
      sampleBody: { course: 1, days: 1, note: '' },
    },
    {
      method: 'DELETE',
      path: `${base}/links/:id`,
      name: 'evaluations.links.remove',
      handler: [Evaluations, 'unshare'],
      access: manage,
      // The platform's own row.
      params: { id: 'public' },
    },
    {
      method: 'GET',
      path: `${base}/at/:token`,
      name: 'evaluations.at.show',
      handler: [Evaluations, 'shared'],
      access: anyone,
      params: { token: 'public' },
    },
  ],
  pages,
  nav,
  listeners: [on(coursePassed, 'plan_second', async (facts) => (await import('./server/services/second.js')).planSecond(facts))],
  mails: [
    defineMail({
      trigger: SECOND_MAIL,
      receivedBy: MEMBER_ROLES,
      // Names of other people: not stored in the outbox, because erasing a person would not find them there.
      secrets: ['evaluations'],
      load: async (facts: SecondFacts) => (await import('./server/services/send_second.js')).secondValues(facts),
      sample: {
        count: '2',
        course: 'Veilig werken op hoogte',
        evaluations: '– Veilig werken op hoogte\n– Sanne de Vries: Tillen en dragen',
        actionUrl: 'https://platform.example/evaluatie/later',
      },
    }),
  ],
  jobs: [
    {
      name: 'evaluations.ask_second',
      run: async () => (await import('./server/services/send_second.js')).sendSecondEvaluations(),
      schedule: { cron: '15 8 * * *', each: 'company', due: SECOND_DUE },
      limitSeconds: 600,
    },
  ],
  personalTables: ['evaluations_second'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  moves: { tables: { evaluations_second: 'stays' }, words: { evaluations_second: { stays: 'evaluations.move.stays' } } },
  migrations: true,
  carried: {
    references: { 'evaluations_tags.answer_id': 'learning_evaluation_answers', 'evaluations_unclear.course_id': 'learning_courses' },
    // Texts by language.
    documents: { 'evaluations_unclear.course_name': null, 'evaluations_unclear.lesson_title': null },
    stays: {
      evaluations_second: 'is asked for within weeks, by the ids of this platform',
      evaluations_later: 'the platform’s own',
      evaluations_links: 'results of several companies, behind addresses that lead here',
    },
  },
  demo: {
    platform: async () => (await import('./server/services/demo.js')).loadPlatformDemo(),
    company: async () => (await import('./server/services/demo.js')).loadDemo(),
  },
})

import { anyone, can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'

const Unclear = () => import('#plugins/evaluations/server/controllers/unclear_controller')
const Evaluations = () => import('#plugins/evaluations/server/controllers/evaluations_controller')

const view = can('evaluations.view')
const manage = can('evaluations.manage')
const base = '/api/evaluations'

/** Evaluations of courses (specification, section 2: tools). */
export default definePlugin({
  id: 'evaluations',
  folder: import.meta.url,
  requires: ['learning'],
  permissions: {
    'evaluations.view': MANAGER_ROLES,
    // The page under tools, tags and read-only links.
    'evaluations.manage': ADMIN_ROLES,
    // The page for supervisors.
    'evaluations.own': ['beheerder'],
    // Reporting a lesson of the person's own course.
    'evaluations.report': ['leerling'],
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
  migrations: true,
  carried: {
    references: { 'evaluations_tags.answer_id': 'learning_evaluation_answers', 'evaluations_unclear.course_id': 'learning_courses' },
    // Texts by language.
    documents: { 'evaluations_unclear.course_name': null, 'evaluations_unclear.lesson_title': null },
    stays: { evaluations_links: 'results of several companies, behind addresses that lead here' },
  },
  demo: { company: async () => (await import('./server/services/demo.js')).loadDemo() },
})

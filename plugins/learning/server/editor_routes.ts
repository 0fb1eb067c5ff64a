import { can } from '#core/contract/access'
import type { RouteDefinition } from '#core/contract/plugin'
import { listRoutes } from '#core/kit/lists'
import { questionPoolList } from './lists/question_pool.js'
import { editedCourseList } from './lists/edited_courses.js'
import { requirementList } from './requirements/requirement_list.js'

const Editor = () => import('#plugins/learning/server/controllers/editor_controller')
const Withdrawals = () => import('#plugins/learning/server/controllers/withdrawals_controller')
const Pool = () => import('#plugins/learning/server/controllers/pool_controller')

const Requirements = () => import('#plugins/learning/server/controllers/requirements_controller')
const Media = () => import('#plugins/learning/server/controllers/media_controller')

/** Admins edit the platform's courses; supervisors edit their company's own, if the company allows it: server/editor/whose_courses.ts. */
const access = can('learning.courses.edit')
const base = '/api/learning/editor/courses'
const pool = `${base}/:course/questions`
const draft = `${base}/:course/draft`
const params = { course: 'learning_courses.id' } as const

const edited = '/api/learning/edited'
const requirements = '/api/learning/requirements'
const questions = '/api/learning/questions'

export const editorRoutes: RouteDefinition[] = [
  { method: 'GET', path: requirements, name: 'learning.requirements.index', handler: [Requirements, 'index'], access },
  ...listRoutes(requirementList, requirements),
  { method: 'GET', path: `${requirements}/options`, name: 'learning.requirements.options', handler: [Requirements, 'options'], access },
  {
    method: 'POST',
    path: requirements,
    name: 'learning.requirements.create',
    handler: [Requirements, 'create'],
    access,
    sampleBody: { course: 1, before: 'course', kind: 'course', required: 2 },
  },
  {
    method: 'DELETE',
    path: `${requirements}/:id`,
    name: 'learning.requirements.remove',
    handler: [Requirements, 'remove'],
    access,
    params: { id: 'learning_requirements.id' },
  },
  { method: 'GET', path: questions, name: 'learning.questions.index', handler: [Pool, 'list'], access },
  ...listRoutes(questionPoolList, questions),
  { method: 'GET', path: base, name: 'learning.editor.index', handler: [Editor, 'index'], access },
  { method: 'GET', path: edited, name: 'learning.edited.index', handler: [Editor, 'list'], access },
  ...listRoutes(editedCourseList, edited),
  {
    method: 'POST',
    path: base,
    name: 'learning.editor.create',
    handler: [Editor, 'create'],
    access,
    sampleBody: { shortname: 'x', name: 'X', sector: 'construction', type: 'e-learning', languages: ['nl'] },
  },
  {
    method: 'POST',
    path: '/api/learning/editor/archives',
    name: 'learning.editor.import',
    handler: [Editor, 'import'],
    access,
    upload: true,
  },
  {
    method: 'POST',
    path: `${base}/:course/copies`,
    name: 'learning.editor.duplicate',
    handler: [Editor, 'duplicate'],
    access,
    params,
    sampleBody: { shortname: 'copy' },
  },
  { method: 'GET', path: `${base}/:course/archive`, name: 'learning.editor.export', handler: [Editor, 'export'], access, params },
  {
    method: 'GET',
    path: `${questions}/:question/withdrawal`,
    name: 'learning.withdrawals.show',
    handler: [Withdrawals, 'show'],
    access,
    params: { question: 'learning_questions.id' },
  },
  {
    method: 'POST',
    path: `${questions}/:question/withdrawal`,
    name: 'learning.withdrawals.store',
    handler: [Withdrawals, 'store'],
    access,
    params: { question: 'learning_questions.id' },
    sampleBody: { reason: 'Twee antwoorden zijn goed', also_fails: false },
  },
  { method: 'GET', path: pool, name: 'learning.pool.index', handler: [Pool, 'index'], access, params },
  { method: 'POST', path: pool, name: 'learning.pool.import', handler: [Pool, 'import'], access, params, upload: true },
  { method: 'GET', path: `${pool}/moodle`, name: 'learning.pool.export', handler: [Pool, 'export'], access, params },
  {
    method: 'POST',
    path: `${draft}/questions`,
    name: 'learning.pool.take',
    handler: [Pool, 'take'],
    access,
    params,
    sampleBody: { quiz: 'x', keys: ['x/y'] },
  },
  { method: 'POST', path: draft, name: 'learning.editor.open', handler: [Editor, 'open'], access, params },
  { method: 'GET', path: draft, name: 'learning.editor.show', handler: [Editor, 'show'], access, params },
  { method: 'DELETE', path: draft, name: 'learning.editor.discard', handler: [Editor, 'discard'], access, params },
  {
    method: 'PUT',
    path: `${draft}/parts`,
    name: 'learning.editor.save',
    handler: [Editor, 'save'],
    access,
    params,
    sampleBody: { kind: 'outline', key: '', revision: 1, content: { modules: [] } },
  },
  { method: 'GET', path: `${draft}/check`, name: 'learning.editor.check', handler: [Editor, 'check'], access, params },
  {
    method: 'POST',
    path: `${draft}/publication`,
    name: 'learning.editor.publish',
    handler: [Editor, 'publish'],
    access,
    params,
    sampleBody: { past: null },
  },
  {
    method: 'POST',
    path: `${draft}/pictures`,
    name: 'learning.editor.picture',
    handler: [Editor, 'picture'],
    access,
    params,
    upload: true,
  },
  {
    method: 'POST',
    path: `${draft}/media`,
    name: 'learning.editor.keep_media',
    handler: [Media, 'keep'],
    access,
    params,
    upload: 'stream',
  },
  {
    method: 'GET',
    path: `${draft}/media/:media`,
    name: 'learning.editor.media',
    handler: [Media, 'ofDraft'],
    access,
    params: { ...params, media: 'public' },
  },
  {
    method: 'POST',
    path: `${draft}/preview`,
    name: 'learning.editor.preview',
    handler: [Editor, 'preview'],
    access,
    params,
    sampleBody: { language: 'nl', text: 'Tekst' },
  },
]

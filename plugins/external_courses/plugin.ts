import { can } from '#core/contract/access'
import { history } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { outsideLines } from '#plugins/passport/contract/index'
import { externalCourseSaved, outsideProofs } from './contract/index.js'
import { pages } from './pages.js'
import { attachment } from './server/files.js'
import { attention, onParticipants } from './server/lists/on_participants.js'
import { reviewList, toReview } from './server/lists/review.js'
import { certificateMails } from './server/mails.js'
import { coursesSource } from './server/reports/courses_source.js'
import { pastSaved } from './server/services/facts.js'
import { externalCoursesMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'

const Courses = () => import('#plugins/external_courses/server/controllers/courses_controller')
const Attachments = () => import('#plugins/external_courses/server/controllers/attachments_controller')

const Certificates = () => import('#plugins/external_courses/server/controllers/certificates_controller')

const access = can('external_courses.courses.manage')
const own = can('external_courses.own.view')
const submit = can('external_courses.own.submit')
const COURSE = { id: 'external_courses_courses.id' } as const
const base = '/api/external_courses/courses'
const mine = '/api/external_courses/mine'
const review = '/api/external_courses/review'
const sampleBody = { name: 'Sample', membership_id: 1, status: 'passed', grade: null, valid_until: '2031-01-31', description: '' }
const sampleChange = { ...sampleBody, updated_at: '2026-01-31T12:00:00.000000Z' }

/** Courses that people took elsewhere (specification, section 3: external course), with their proof. */
export default definePlugin({
  id: 'external_courses',
  folder: import.meta.url,
  permissions: {
    'external_courses.courses.manage': MANAGER_ROLES,
    'external_courses.own.view': ['leerling'],
    'external_courses.own.submit': ['leerling'],
    'external_courses.files.view': ['leerling', ...MANAGER_ROLES],
  },
  routes: [
    { method: 'GET', path: base, name: 'external_courses.courses.index', handler: [Courses, 'index'], access },
    { method: 'GET', path: mine, name: 'external_courses.courses.mine', handler: [Courses, 'mine'], access: own },
    // A person's own certificate: its files first, then its facts.
    {
      method: 'POST',
      path: `${mine}/files`,
      name: 'external_courses.certificates.file',
      handler: [Certificates, 'file'],
      access: submit,
      upload: true,
    },
    {
      method: 'POST',
      path: mine,
      name: 'external_courses.certificates.submit',
      handler: [Certificates, 'submit'],
      access: submit,
      sampleBody: { kind: 'b_vca', name: 'B-VCA', files: [1] },
    },
    {
      method: 'DELETE',
      path: `${mine}/:id`,
      name: 'external_courses.certificates.withdraw',
      handler: [Certificates, 'withdraw'],
      access: submit,
      params: COURSE,
    },
    { method: 'GET', path: review, name: 'external_courses.review.index', handler: [Certificates, 'review'], access },
    ...listRoutes(reviewList, review),
    {
      method: 'POST',
      path: `${base}/:id/decide`,
      name: 'external_courses.certificates.decide',
      handler: [Certificates, 'decide'],
      access,
      params: COURSE,
      sampleBody: { approve: true },
    },
    {
      method: 'POST',
      path: `${base}/:id/check`,
      name: 'external_courses.certificates.check',
      handler: [Certificates, 'check'],
      access,
      params: COURSE,
      sampleBody: { check: 'valid' },
    },
    { method: 'GET', path: `${base}/:id`, name: 'external_courses.courses.show', handler: [Courses, 'show'], access, params: COURSE },
    { method: 'POST', path: base, name: 'external_courses.courses.create', handler: [Courses, 'create'], access, sampleBody },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'external_courses.courses.update',
      handler: [Courses, 'update'],
      access,
      params: COURSE,
      sampleBody: sampleChange,
    },
    {
      method: 'DELETE',
      path: `${base}/:id`,
      name: 'external_courses.courses.remove',
      handler: [Courses, 'remove'],
      access,
      params: COURSE,
    },
    {
      method: 'POST',
      path: `${base}/:id/attachments`,
      name: 'external_courses.attachments.create',
      handler: [Attachments, 'create'],
      access,
      params: COURSE,
      upload: true,
    },
    {
      method: 'DELETE',
      path: `${base}/:id/attachments/:attachment`,
      name: 'external_courses.attachments.remove',
      handler: [Attachments, 'remove'],
      access,
      params: { ...COURSE, attachment: 'external_courses_attachments.id' },
    },
    // The person it belongs to may download it too.
    {
      method: 'GET',
      path: '/api/external_courses/attachments/:attachment/file',
      name: 'external_courses.attachments.file',
      handler: [Attachments, 'file'],
      access: can('external_courses.files.view'),
      params: { attachment: 'external_courses_attachments.id' },
    },
  ],
  listExtensions: [onParticipants],
  lists: [reviewList],
  attention: [...attention, toReview],
  mails: certificateMails,
  reportSources: [coursesSource],
  histories: [history(externalCourseSaved, pastSaved)],
  pages,
  provides: [
    provide(outsideProofs, async () => (await import('./server/services/proofs.js')).service),
    provide(outsideLines, async () => (await import('./server/services/passport_lines.js')).service),
  ],
  files: [attachment],
  moves: externalCoursesMoves,
  personalTables: ['external_courses_courses', 'external_courses_attachments'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: {
    company: async ({ loginId, signIns, memberships }) => {
      const { loadDemo, loadShutdown } = await import('./server/services/demo.js')
      await loadDemo([...signIns, ...memberships], memberships)
      if (loginId === 'noordwind') await loadShutdown(memberships)
    },
  },
  personFacts,
  migrations: true,
})

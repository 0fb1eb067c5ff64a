import { fullName } from '#core/contract/full_name'
import { anyone, can, signedIn } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import {
  courseFailed,
  coursePassed,
  courseRegraded,
  participationChanged,
  participationExpired,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import { finderOf, listRoutes } from '#core/kit/lists'
import { provide } from '#core/contract/services'
import { profilePath } from './contract/index.js'
import { workService } from './contract/work.js'
import { doors, nav, pages } from './pages.js'
import { peopleSettings } from './settings.js'
import { attention, mailFilter } from './server/lists/mail_filter.js'
import { participants } from './server/lists/participants.js'
import { peopleSource } from './server/reports/people_source.js'
import {
  recordChange,
  recordFailed,
  recordRegraded,
  recordExpired,
  recordPassed,
  recordRegistered,
  recordStarted,
} from './server/services/course_record.js'
import { importTask, undoTask } from './server/services/import_task.js'
import { eraseAddress, erasePersonalData, exportPersonalData } from './server/services/personal_data.js'
import { peopleArchiveRules } from './server/archive_rules.js'
import { peopleMoves } from './server/moves.js'

const Participants = () => import('#plugins/people/server/controllers/participants_controller')
const Profiles = () => import('#plugins/people/server/controllers/profiles_controller')
const Moving = () => import('#plugins/people/server/controllers/moving_controller')
const Numbers = () => import('#plugins/people/server/controllers/numbers_controller')
const Imports = () => import('#plugins/people/server/controllers/imports_controller')
const view = can('people.participants.view')
const manage = can('people.participants.manage')
const IMPORT = { id: 'people_imports.id' } as const
const moving = can('people.accounts.move')
const MEMBER = { id: 'core_memberships.id' } as const

/** The people of a company, for the people who manage them. */
export default definePlugin({
  id: 'people',
  folder: import.meta.url,
  permissions: {
    'people.participants.view': MANAGER_ROLES,
    'people.participants.manage': MANAGER_ROLES,
    'people.accounts.move': ADMIN_ROLES,
  },
  routes: [
    { method: 'GET', path: '/api/people/participants', name: 'people.participants.index', handler: [Participants, 'index'], access: view },
    ...listRoutes(participants, '/api/people/participants'),
    {
      method: 'GET',
      path: '/api/people/participants/:id',
      name: 'people.participants.show',
      handler: [Participants, 'show'],
      access: view,
      params: { id: 'core_memberships.id' },
    },
    {
      method: 'GET',
      path: '/api/people/participants/:id/mails',
      name: 'people.participants.mails',
      handler: [Participants, 'mails'],
      access: view,
      params: { id: 'core_memberships.id' },
    },
    {
      method: 'POST',
      path: '/api/people/participants/:id/mails/retry',
      name: 'people.participants.retry_mail',
      handler: [Participants, 'retryMail'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'POST',
      path: '/api/people/participants/:id/invitation',
      name: 'people.invitations.send',
      handler: [Participants, 'invite'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'DELETE',
      path: '/api/people/participants/:id/invitation',
      name: 'people.invitations.withdraw',
      handler: [Participants, 'withdraw'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'GET',
      path: '/api/people/participants/:id/profile',
      name: 'people.profiles.show',
      handler: [Profiles, 'show'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'PATCH',
      path: '/api/people/participants/:id/details',
      name: 'people.profiles.details',
      handler: [Profiles, 'details'],
      access: manage,
      params: MEMBER,
      sampleBody: {
        firstname: 'A',
        lastname: 'B',
        birthdate: null,
        gender: 'unknown',
        language: 'nl',
        updated_at: '2026-01-01T00:00:00.000000Z',
      },
    },
    {
      method: 'PATCH',
      path: '/api/people/participants/:id/skills',
      name: 'people.profiles.skills',
      handler: [Profiles, 'skills'],
      access: manage,
      params: MEMBER,
      sampleBody: { skillset: [], updated_at: '2026-01-01T00:00:00.000000Z' },
    },
    {
      method: 'PATCH',
      path: '/api/people/participants/:id/work',
      name: 'people.profiles.work',
      handler: [Profiles, 'work'],
      access: manage,
      params: MEMBER,
      sampleBody: { personnel_number: null, job_title: null, manager_id: null, updated_at: '1970-01-01T00:00:00.000000Z' },
    },
    { method: 'GET', path: '/api/people/own_work', name: 'people.profiles.own_work', handler: [Profiles, 'ownWork'], access: signedIn },
    {
      method: 'DELETE',
      path: '/api/people/participants/:id/second_factor',
      name: 'people.profiles.reset_second_factor',
      handler: [Profiles, 'resetSecondFactor'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'POST',
      path: '/api/people/participants',
      name: 'people.participants.create',
      handler: [Profiles, 'create'],
      access: manage,
      sampleBody: {
        firstname: 'A',
        lastname: 'B',
        email: 'a.b@sample.example',
        birthdate: null,
        language: 'nl',
        role: 'leerling',
        invite: false,
        company: null,
      },
    },
    {
      method: 'POST',
      path: '/api/people/sign_in',
      name: 'people.numbers.sign_in',
      handler: [Numbers, 'signIn'],
      access: anyone,
      sampleBody: { company: 'sample', number: '1', code: '0000000000' },
    },
    {
      method: 'POST',
      path: '/api/people/cards',
      name: 'people.numbers.cards',
      handler: [Numbers, 'cards'],
      access: manage,
      sampleBody: { ids: [1], again: false },
    },
    {
      method: 'PUT',
      path: '/api/people/participants/:id/email',
      name: 'people.numbers.address',
      handler: [Numbers, 'address'],
      access: manage,
      params: MEMBER,
      sampleBody: { email: 'a.b@sample.example' },
    },
    {
      method: 'PATCH',
      path: '/api/people/participants/:id/access',
      name: 'people.profiles.access',
      handler: [Profiles, 'access'],
      access: manage,
      params: MEMBER,
      sampleBody: { role: 'leerling', entitlements: [], updated_at: '2026-01-01T00:00:00.000000Z' },
    },
    {
      method: 'POST',
      path: '/api/people/participants/:id/password_reset',
      name: 'people.profiles.reset_password',
      handler: [Profiles, 'resetPassword'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'GET',
      path: '/api/people/participants/:id/history',
      name: 'people.profiles.history',
      handler: [Profiles, 'history'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'DELETE',
      path: '/api/people/participants/:id',
      name: 'people.profiles.remove',
      handler: [Profiles, 'remove'],
      access: manage,
      params: MEMBER,
    },
    {
      method: 'GET',
      path: '/api/people/participants/:id/move',
      name: 'people.moving.preview_move',
      handler: [Moving, 'previewMove'],
      access: moving,
      params: MEMBER,
    },
    {
      method: 'POST',
      path: '/api/people/participants/:id/move',
      name: 'people.moving.move',
      handler: [Moving, 'move'],
      access: moving,
      params: MEMBER,
      sampleBody: { company: 1, version: 'x', confirm: 'a@b.example' },
    },
    {
      method: 'GET',
      path: '/api/people/participants/:id/merge',
      name: 'people.moving.preview_merge',
      handler: [Moving, 'previewMerge'],
      access: moving,
      params: MEMBER,
    },
    {
      method: 'POST',
      path: '/api/people/participants/:id/merge',
      name: 'people.moving.merge',
      handler: [Moving, 'merge'],
      access: moving,
      params: MEMBER,
      sampleBody: { email: 'a@b.example', version: 'x', confirm: 'a@b.example' },
    },
    {
      method: 'POST',
      path: '/api/people/imports',
      name: 'people.imports.create',
      handler: [Imports, 'create'],
      access: manage,
      upload: true,
    },
    {
      method: 'GET',
      path: '/api/people/imports/:id',
      name: 'people.imports.show',
      handler: [Imports, 'show'],
      access: manage,
      params: IMPORT,
    },
    {
      method: 'PUT',
      path: '/api/people/imports/:id/columns',
      name: 'people.imports.columns',
      handler: [Imports, 'columns'],
      access: manage,
      params: IMPORT,
      sampleBody: { firstname: 0, infix: null, lastname: 1, email: 2, birthdate: null, language: null },
    },
    {
      method: 'PUT',
      path: '/api/people/imports/:id/groups',
      name: 'people.imports.groups',
      handler: [Imports, 'groups'],
      access: manage,
      params: IMPORT,
      sampleBody: { create: 'department' },
    },
    {
      method: 'PATCH',
      path: '/api/people/imports/:id/cell',
      name: 'people.imports.cell',
      handler: [Imports, 'cell'],
      access: manage,
      params: IMPORT,
      sampleBody: { line: 2, column: 0, text: 'A' },
    },
    {
      method: 'GET',
      path: '/api/people/imports/:id/refused',
      name: 'people.imports.refused',
      handler: [Imports, 'refused'],
      access: manage,
      params: IMPORT,
    },
    {
      method: 'GET',
      path: '/api/people/imports/:id/people',
      name: 'people.imports.people',
      handler: [Imports, 'people'],
      access: manage,
      params: IMPORT,
    },
    {
      method: 'POST',
      path: '/api/people/imports/:id/run',
      name: 'people.imports.run',
      handler: [Imports, 'run'],
      access: manage,
      params: IMPORT,
      sampleBody: { invite: false, good_only: true },
    },
    {
      method: 'DELETE',
      path: '/api/people/imports/:id',
      name: 'people.imports.drop',
      handler: [Imports, 'drop'],
      access: manage,
      params: IMPORT,
    },
    { method: 'GET', path: '/api/people/companies', name: 'people.companies.index', handler: [Participants, 'companies'], access: view },
  ],
  lists: [participants],
  finders: [
    finderOf(participants, {
      label: 'people.participants.title',
      icon: 'person',
      hit: ({ id, firstname, infix, lastname, email, company_name: company }) => ({
        title: fullName({ firstname, infix, lastname }),
        detail: [email, company].filter(Boolean).join(' · '),
        path: profilePath(id),
      }),
    }),
  ],
  listExtensions: [mailFilter],
  attention,
  reportSources: [peopleSource],
  provides: [provide(workService, async () => (await import('./server/services/work.js')).work)],
  pages,
  nav,
  doors,
  settings: peopleSettings,
  openings: { 'people.profile': () => import('./server/opening.js'), 'people.import': () => import('./server/import_opening.js') },
  // Learning owns the participations; this plugin stores what a list of people needs of them.
  listeners: [
    on(participationRegistered, 'note_registered', recordRegistered, { replay: true }),
    on(participationStarted, 'note_started', recordStarted, { replay: true }),
    on(coursePassed, 'note_passed', recordPassed, { replay: true }),
    on(courseFailed, 'note_failed', recordFailed, { replay: true }),
    on(courseRegraded, 'note_regraded', recordRegraded),
    on(participationExpired, 'note_expired', recordExpired, { replay: true }),
    on(participationChanged, 'note_changed', recordChange, { replay: true }),
  ],
  tasks: [importTask, undoTask],
  jobs: [
    {
      name: 'people.forget_imports',
      run: async () => (await import('./server/services/import_service.js')).deleteOldImports(),
      schedule: {
        cron: '23 * * * *',
        each: 'company',
        due: `select company_id from people_imports where coalesce(begun_at, created_at) < now() - interval '2 days'
          or (state = 'checked' and created_at < now() - interval '1 day')`,
      },
    },
  ],
  demo: { company: async () => (await import('./server/services/demo.js')).loadDemo() },
  migrations: true,
  carried: peopleArchiveRules,
  moves: peopleMoves,
  personalTables: ['people_courses', 'people_work', 'people_imports', 'people_import_rows'],
  eraseAddress,
  exportPersonalData,
  erasePersonalData,
})

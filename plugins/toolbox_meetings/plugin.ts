import { anyone, can, signedIn } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { meetingLines } from '#plugins/passport/contract/index'
import { nav, pages } from './pages.js'
import { toolboxArchiveRules } from './server/archive_rules.js'
import { sheet } from './server/files.js'
import { meetingList } from './server/lists/meetings.js'
import { standingList } from './server/lists/people.js'
import { toolboxMails } from './server/mails.js'
import { toolboxMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'
import { toolboxSettings } from './settings.js'

const Meetings = () => import('#plugins/toolbox_meetings/server/controllers/meetings_controller')
const Visitors = () => import('#plugins/toolbox_meetings/server/controllers/visitors_controller')

// For supervisors, in their own company. A platform's admin has access by viewing the site as that company.
const access = can('toolbox_meetings.manage')
const base = '/api/toolbox_meetings/meetings'
const row = { access, params: { id: 'toolbox_meetings_meetings.id' } } as const
const TOKEN = { token: 'public' } as const
const sample = { topic: 'Sample', held_on: '2026-01-31', place: '', kind: 'in_person' }

/** The register of toolbox meetings: who was there, by tick or by signature, against a company's norm. */
export default definePlugin({
  id: 'toolbox_meetings',
  folder: import.meta.url,
  requires: ['learning', 'people', 'groups'],
  permissions: { 'toolbox_meetings.manage': ['beheerder'] },
  routes: [
    { method: 'GET', path: base, name: 'toolbox_meetings.meetings.index', handler: [Meetings, 'index'], access },
    ...listRoutes(meetingList, base),
    { method: 'POST', path: base, name: 'toolbox_meetings.meetings.create', handler: [Meetings, 'create'], access, sampleBody: sample },
    { method: 'GET', path: `${base}/:id`, name: 'toolbox_meetings.meetings.show', handler: [Meetings, 'show'], ...row },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'toolbox_meetings.meetings.update',
      handler: [Meetings, 'update'],
      ...row,
      sampleBody: { ...sample, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'DELETE', path: `${base}/:id`, name: 'toolbox_meetings.meetings.remove', handler: [Meetings, 'remove'], ...row },
    {
      method: 'POST',
      path: `${base}/:id/presence`,
      name: 'toolbox_meetings.meetings.presence',
      handler: [Meetings, 'presence'],
      ...row,
      sampleBody: { members: [1], state: 'present' },
    },
    { method: 'POST', path: `${base}/:id/close`, name: 'toolbox_meetings.meetings.close', handler: [Meetings, 'close'], ...row },
    {
      method: 'POST',
      path: `${base}/:id/corrections`,
      name: 'toolbox_meetings.meetings.correct',
      handler: [Meetings, 'correct'],
      ...row,
      sampleBody: { membership_id: 1, present: true, reason: 'Sample' },
    },
    {
      method: 'POST',
      path: `${base}/:id/photo`,
      name: 'toolbox_meetings.photo.save',
      handler: [Meetings, 'savePhoto'],
      ...row,
      upload: true,
    },
    { method: 'GET', path: `${base}/:id/photo`, name: 'toolbox_meetings.photo.show', handler: [Meetings, 'photo'], ...row },
    { method: 'DELETE', path: `${base}/:id/photo`, name: 'toolbox_meetings.photo.remove', handler: [Meetings, 'removePhoto'], ...row },
    { method: 'GET', path: '/api/toolbox_meetings/people', name: 'toolbox_meetings.people.index', handler: [Meetings, 'people'], access },
    ...listRoutes(standingList, '/api/toolbox_meetings/people'),
    { method: 'GET', path: '/api/toolbox_meetings/options', name: 'toolbox_meetings.options', handler: [Meetings, 'options'], access },
    {
      method: 'POST',
      path: '/api/toolbox_meetings/register',
      name: 'toolbox_meetings.register',
      handler: [Meetings, 'register'],
      access,
      changesNothing: true,
      sampleBody: { from: '2026-01-01', until: '2026-12-31' },
    },
    // Anybody who scans the QR code of a meeting; signing requires an account of that company.
    {
      method: 'GET',
      path: '/api/toolbox_meetings/at/:token',
      name: 'toolbox_meetings.at.show',
      handler: [Visitors, 'show'],
      access: anyone,
      params: TOKEN,
    },
    {
      method: 'POST',
      path: '/api/toolbox_meetings/at/:token/sign',
      name: 'toolbox_meetings.at.sign',
      handler: [Visitors, 'sign'],
      access: signedIn,
      params: TOKEN,
    },
    { method: 'GET', path: '/api/toolbox_meetings/mine', name: 'toolbox_meetings.mine', handler: [Visitors, 'mine'], access: signedIn },
  ],
  lists: [meetingList, standingList],
  provides: [provide(meetingLines, async () => (await import('./server/services/passport_lines.js')).service)],
  pages,
  nav,
  files: [sheet],
  mails: toolboxMails,
  settings: toolboxSettings,
  personFacts,
  carried: toolboxArchiveRules,
  moves: toolboxMoves,
  personalTables: ['toolbox_meetings_meetings', 'toolbox_meetings_attendees', 'toolbox_meetings_corrections'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
  migrations: true,
})

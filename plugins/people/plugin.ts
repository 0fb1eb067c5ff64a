import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import {
  courseFailed,
  coursePassed,
  participationChanged,
  participationExpired,
  participationRegistered,
  participationStarted,
} from '#plugins/learning/contract/index'
import { listRoutes } from '#core/kit/lists'
import { nav, pages } from './pages.js'
import { participants } from './server/lists/participants.js'
import { noteChanged, noteFailed, noteExpired, notePassed, noteRegistered, noteStarted } from './server/services/course_record.js'
import { erasePersonalData, exportPersonalData } from './server/services/personal_data.js'

const Participants = () => import('#plugins/people/server/controllers/participants_controller')
const view = can('people.participants.view')

/** The people of a company, for those who manage them. */
export default definePlugin({
  id: 'people',
  folder: import.meta.url,
  permissions: { 'people.participants.view': MANAGER_ROLES, 'people.participants.manage': MANAGER_ROLES },
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
    { method: 'GET', path: '/api/people/companies', name: 'people.companies.index', handler: [Participants, 'companies'], access: view },
  ],
  lists: [participants],
  pages,
  nav,
  // Learning keeps the participations; what a list of people needs of them is kept here.
  listeners: [
    on(participationRegistered, 'note_registered', noteRegistered, { replay: true }),
    on(participationStarted, 'note_started', noteStarted, { replay: true }),
    on(coursePassed, 'note_passed', notePassed, { replay: true }),
    on(courseFailed, 'note_failed', noteFailed, { replay: true }),
    on(participationExpired, 'note_expired', noteExpired, { replay: true }),
    on(participationChanged, 'note_changed', noteChanged, { replay: true }),
  ],
  migrations: true,
  personalTables: ['people_courses'],
  exportPersonalData,
  erasePersonalData,
})
